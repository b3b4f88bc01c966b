import http from "node:http";
import { text } from "node:stream/consumers";

/** Sends one request; the answer is there as soon as its headers are. */
function send(url, options) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, resolve);
    request.on("error", reject);
    request.end();
  });
}

try {
  const url = "http://playground.test:8080/h";
  const options = {
    method: "GET",
    headers: {
      "X-A": ["1", "2"],
      "X-B": "b",
    },
  };
  const response = await send(url, options);
  console.log(response.statusCode, response.statusMessage);
  console.log(await text(response));
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
