import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import { text } from "node:stream/consumers";

/** Sends one request; the answer is there as soon as its headers are. */
function send(url, options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
}

/** The Authorization header that answers a challenge (RFC 7616, RFC 7617). */
function authorize(challenge, method, uri, username, password) {
  if (!/(^|,\s*)digest\s/i.test(challenge)) {
    const credentials = Buffer.from(`${username}:${password}`);
    return `Basic ${credentials.toString("base64")}`;
  }
  const pattern = /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g;
  const fields = {};
  for (const [, name, text, token] of challenge.matchAll(pattern)) {
    fields[name.toLowerCase()] = text ?? token;
  }
  const { realm, nonce, opaque, algorithm = "MD5", qop } = fields;
  const type = /^sha-256/i.test(algorithm) ? "sha256" : "md5";
  const hash = (...values) =>
    createHash(type).update(values.join(":")).digest("hex");
  const cnonce = randomBytes(16).toString("hex");
  let secret = hash(username, realm, password);
  if (/-sess$/i.test(algorithm)) secret = hash(secret, nonce, cnonce);
  const what = hash(method, uri);
  const response = qop
    ? hash(secret, nonce, "00000001", cnonce, "auth", what)
    : hash(secret, nonce, what);
  const parts = [
    `username="${username.replaceAll(/["\\]/g, "\\$&")}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
  ];
  if (opaque) parts.push(`opaque="${opaque}"`);
  if (qop) parts.push(`cnonce="${cnonce}"`, "nc=00000001", "qop=auth");
  return `Digest ${parts.join(", ")}`;
}

try {
  const url = "http://playground.test:8080/private";
  const options = {
    method: "GET",
    headers: {},
  };
  let response = await send(url, options);
  if (response.statusCode === 401) {
    const username = "ada";
    const password = 'love"lace';
    const { pathname, search } = new URL(url);
    options.headers.Authorization = authorize(
      response.headers["www-authenticate"] ?? "",
      options.method,
      pathname + search,
      username,
      password,
    );
    response.resume();
    response = await send(url, options);
  }
  console.log(response.statusCode, response.statusMessage);
  console.log(await text(response));
} catch (error) {
  console.error("Request failed:", error.cause ?? error);
  process.exitCode = 1;
}
