import { request } from "undici";

const response = await request("http://playground.test:8080/h", {
  headers: { "X-A": ["1", "2"], "X-B": "b" },
});

console.log(response.statusCode, response.statusText);
console.log(await response.body.text());
