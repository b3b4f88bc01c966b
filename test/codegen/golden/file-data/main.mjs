import { readFile } from "node:fs/promises";

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: (await readFile("notes.txt")).filter(
    (byte) => ![0, 10, 13].includes(byte),
  ),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
