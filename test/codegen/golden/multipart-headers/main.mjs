import { randomUUID } from "node:crypto";

try {
  const boundary = randomUUID();
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="a"',
    "Content-Type: text/plain",
    "X-Part: one",
    "X-Other: two",
    "",
    "b",
    `--${boundary}--`,
    "",
  ].join("\r\n");

  const url = "http://playground.test:8080/upload";
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
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
