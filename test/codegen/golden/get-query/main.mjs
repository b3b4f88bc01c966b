const response = await fetch(
  "http://playground.test:8080/search?q=tea&page=2&sort=name",
  { redirect: "manual" },
);

console.log(response.status, response.statusText);
console.log(await response.text());
