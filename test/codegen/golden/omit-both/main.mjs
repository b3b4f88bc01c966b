import http from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const request = http.request("http://playground.test:8080/h", {
  headers: { "X-A": "b" },
});
request.end();
const [response] = await once(request, "response");

console.log(response.statusCode, response.statusMessage);
console.log(await text(response));
