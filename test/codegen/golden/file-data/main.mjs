import { readFile } from "node:fs/promises";

try {
  const content = await readFile("notes.txt");
  const body = content.filter((byte) => ![0, 10, 13].includes(byte));

  const url = "http://playground.test:8080/things";
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body,
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
