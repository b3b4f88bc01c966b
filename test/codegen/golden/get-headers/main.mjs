const response = await fetch("http://playground.test:8080/users", {
  headers: {
    Accept: "application/json",
    "X-Api-Key": "abc123",
    "x-lower-case": "yes",
  },
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
