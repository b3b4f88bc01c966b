const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  body: new URLSearchParams({ a: "1" }),
});

console.log(response.status, response.statusText);
console.log(await response.text());
