import { readFile } from "node:fs/promises";

try {
  const body = new FormData();
  body.append("title", "Tea");
  const content = await readFile("photo.png");
  const blob = new Blob([content], { type: "image/png" });
  body.append("photo", blob, "photo.png");
  // A FormData as the body would spell its header in small letters.
  const encoded = new Response(body);

  const url = "http://playground.test:8080/upload";
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": encoded.headers.get("Content-Type"),
    },
    body: await encoded.blob(),
    redirect: "manual",
  });
  console.log(response.status, response.statusText);
  console.log(await response.text());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
