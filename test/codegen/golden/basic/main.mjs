const response = await fetch("http://playground.test:8080/private", {
  headers: {
    Authorization: `Basic ${Buffer.from("ada:lovelace").toString("base64")}`,
  },
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
