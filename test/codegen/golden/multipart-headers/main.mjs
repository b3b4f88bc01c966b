import { randomUUID } from "node:crypto";

try {
  const boundary = randomUUID();
  const chunk1 = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain\r\nX-Part: one\r\nX-Other: two\r\n\r\nb\r\n--${boundary}--\r\n`;
  const body = Buffer.concat([Buffer.from(chunk1)]);

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
