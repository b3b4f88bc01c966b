const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: {
    // Without the charset that is added by default.
    "Content-Type": "application/x-www-form-urlencoded",
  },
  body: new URLSearchParams({ a: "1" }),
});

console.log(response.status, response.statusText);
console.log(await response.text());
