const response = await fetch("http://playground.test:8080/private", {
  headers: { Authorization: `Basic ${btoa("ada:lovelace")}` },
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
