const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ name: "Ada", nested: { a: [1, 2] } }),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
