import { buffer } from "node:stream/consumers";

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: await buffer(process.stdin),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
