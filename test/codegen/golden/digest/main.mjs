import { DigestClient } from "digest-fetch";

const client = new DigestClient("ada", 'love"lace');

const response = await client.fetch("http://playground.test:8080/private", {
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
