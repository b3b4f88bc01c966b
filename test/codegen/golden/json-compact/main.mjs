const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ name: "Ada", age: 36, tags: ["a", "b"], ok: true }),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
