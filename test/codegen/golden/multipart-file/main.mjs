import { openAsBlob } from "node:fs";

const form = new FormData();
form.append("title", "Tea");
form.append(
  "photo",
  await openAsBlob("photo.png", { type: "image/png" }),
  "photo.png",
);

const response = await fetch("http://playground.test:8080/upload", {
  method: "POST",
  body: form,
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
