import { openAsBlob } from "node:fs";

const url =
  "http://playground.test:8080/a/path/that/is/so/long/that/a/formatter/breaks/the/line/before/it";
const form = new FormData();
form.append("a", "1");
form.append("a", "2");
form.append(
  "photo",
  await openAsBlob("photo.png", { type: "image/png" }),
  "photo.png",
);
form.append("meta", new File(['{"a":1}'], "", { type: "application/json" }));
form.append("last", "x");

const response = await fetch(url, {
  method: "POST",
  body: form,
  redirect: "manual",
});

console.log(response.status, response.statusText);
console.log(await response.text());
