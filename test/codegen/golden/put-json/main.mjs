const response = await fetch("http://playground.test:8080/things", {
  method: "PUT",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ a: 1 }),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
