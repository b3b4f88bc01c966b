import http from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Sends one request; the answer is there as soon as its headers are. */
function send(url, options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
}

try {
  const body = '{"a":1}';

  const url = "http://playground.test:8080/things";
  const options = {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Accept-Encoding": "gzip, deflate, br",
    },
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(5000),
  };
  const response = await send(url, options, body);
  console.log(response.statusCode, response.statusMessage);
  const decoders = {
    br: brotliDecompressSync,
    deflate: inflateSync,
    gzip: gunzipSync,
  };
  const encoded = await buffer(response);
  const decode = decoders[response.headers["content-encoding"]];
  console.log((decode ? decode(encoded) : encoded).toString());
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
