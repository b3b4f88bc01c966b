import { readFile } from "node:fs/promises";

const content = await readFile("notes.txt");

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: content.filter((byte) => ![0, 10, 13].includes(byte)),
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
