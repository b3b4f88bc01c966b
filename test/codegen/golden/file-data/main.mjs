import { readFile } from "node:fs/promises";

// Like curl -d @file, without NUL bytes and line ends.
const content = (await readFile("notes.txt")).filter(
  (byte) => ![0, 10, 13].includes(byte),
);

const response = await fetch("http://playground.test:8080/things", {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: content,
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
