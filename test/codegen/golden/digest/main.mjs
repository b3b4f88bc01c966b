import { createHash, randomBytes } from "node:crypto";
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

/** The Authorization header that answers a challenge (RFC 7616). */
function authorize(challenge, method, uri, username, password) {
  const given = /(?:^|,\s*)digest\s+(.*)/is.exec(challenge);
  const pattern = /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g;
  const fields = {};
  for (const [, name, quoted, token] of given[1].matchAll(pattern)) {
    fields[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, "$1") ?? token;
  }
  const { realm = "", nonce, opaque, algorithm = "", qop } = fields;
  const [, bits] = /^sha-(256|512-256)/i.exec(algorithm) ?? [];
  const type = bits ? `sha${bits}` : "md5";
  const hash = (...values) =>
    createHash(type).update(values.join(":")).digest("hex");
  const quote = (value) => `"${value.replace(/["\\]/g, "\\$&")}"`;
  const hidesUser = /^true$/i.test(fields.userhash);
  const cnonce = randomBytes(16).toString("hex");
  let secret = hash(username, realm, password);
  if (/-sess$/i.test(algorithm)) secret = hash(secret, nonce, cnonce);
  const what = hash(method, uri);
  const response = qop
    ? hash(secret, nonce, "00000001", cnonce, "auth", what)
    : hash(secret, nonce, what);
  const parts = [
    `username=${quote(hidesUser ? hash(username, realm) : username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
  ];
  if (qop) parts.push(`cnonce="${cnonce}"`, "nc=00000001", "qop=auth");
  parts.push(`response="${response}"`);
  if (opaque) parts.push(`opaque=${quote(opaque)}`);
  if (algorithm) parts.push(`algorithm=${algorithm}`);
  if (hidesUser) parts.push("userhash=true");
  return `Digest ${parts.join(", ")}`;
}

try {
  const url = "http://playground.test:8080/private";
  const options = {
    method: "GET",
    headers: {},
  };
  let response = await send(url, options);
  const challenge = response.headers["www-authenticate"] ?? "";
  const isAsked = /(^|,\s*)digest\s/i.test(challenge);
  if (response.statusCode === 401 && isAsked) {
    const username = "ada";
    const password = 'love"lace';
    const { pathname, search } = new URL(url);
    options.headers.Authorization = authorize(
      challenge,
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
