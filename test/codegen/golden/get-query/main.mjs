const url = "http://playground.test:8080/search?q=tea&page=2&sort=name";

const response = await fetch(url, { redirect: "manual" });

console.log(response.status, response.statusText);
console.log(await response.text());
