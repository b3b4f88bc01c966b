const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  body: new URLSearchParams({ name: "Ada", role: "admin" }),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
