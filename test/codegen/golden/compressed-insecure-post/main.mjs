import { Agent, fetch } from "undici";

const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ a: 1 }),
  redirect: "manual",
  signal: AbortSignal.timeout(5000),
  dispatcher,
});

console.log(response.status, response.statusText);
console.log(await response.text());
