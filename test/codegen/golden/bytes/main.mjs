const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/octet-stream" },
  body: Buffer.from("AAH//goNJyI=", "base64"),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
