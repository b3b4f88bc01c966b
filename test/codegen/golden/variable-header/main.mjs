const token = process.env.TOKEN;
if (token === undefined) throw new Error("TOKEN is not set");

const response = await fetch("http://playground.test:8080/v", {
  headers: { Authorization: `Bearer ${token}` },
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
