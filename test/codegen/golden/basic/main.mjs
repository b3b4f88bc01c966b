const credentials = btoa("ada:lovelace");

const response = await fetch("http://playground.test:8080/private", {
  headers: { Authorization: `Basic ${credentials}` },
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
