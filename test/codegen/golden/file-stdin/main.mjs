import { buffer } from "node:stream/consumers";

const content = await buffer(process.stdin);

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: content,
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
