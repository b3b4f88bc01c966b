/** Names that objects have by themselves, wherever a caller chooses a name: no 5xx, and no value is lost. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { testApp } from './helper.ts';
import { long } from './support/full.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf'];

t.test('hostile names on every route', { timeout: 240_000, skip: long }, async (t) => {
  let coding = 'identity';
  const target = createServer((request: IncomingMessage, response) => {
    response.setHeader('content-encoding', coding);
    response.end(JSON.stringify({ url: request.url, headers: request.rawHeaders }));
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  t.teardown(() => target.close());
  const { port } = target.address() as AddressInfo; // a TCP server's address
  const url = `http://127.0.0.1:${port}/`;
  const { app, call } = await testApp(t, 'pglite');
  const ok = async (method: string, path: string, body?: unknown, status = /^2/) => {
    const answer = await call(method, path, body);
    t.match(String(answer.statusCode), status, `${method} ${path} ${JSON.stringify(body)?.slice(0, 150)}`);
    return answer;
  };
  for (const name of NAMES) {
    coding = name;
    const commands = [
      `curl -d ${name} -d b ${url}`,
      `curl -H '${name}: 1' -b ${name}=2 '${url}?${name}=3' --data-urlencode ${name}=4`,
      `curl -F ${name}=5 -F '${name}=@${name}' ${url}`,
      `curl --json '{"${name}":6}' ${url}`,
      `curl "${url}?a={{a:${name}}}&b={{${name}}}&c=$${name}"`,
      `curl --${name} ${url}`,
      `curl --aws-sigv4 ${name} -u a:b https://a.b.example/`,
    ];
    for (const curl of commands) {
      const parsed = await ok('POST', '/api/parse-curl', { curl }, /^[24]/);
      if (parsed.statusCode !== 200) continue;
      t.ok(parsed.body.includes(name), `${name} is kept`);
      for (const language of ['python', 'javascript', 'go', 'curl']) {
        const program = await ok('POST', '/api/generate-code', { parsed: parsed.json(), language }, /^[24]/);
        if (program.statusCode === 200 && !/{{|sigv4/.test(curl))
          t.ok(program.body.includes(name), `${name} is in the ${language} program of ${curl}`);
      }
      await ok('POST', '/api/tests/execute', parsed.json(), /^[24]/);
      const fields = { curl_command: curl, name, is_public: true, public_runs: true };
      const { id } = (await ok('POST', '/api/playgrounds', fields)).json();
      for (const path of ['', '.md', '/request', `/programs/${name}`, `/programs/python?library=${name}`])
        t.ok((await app.inject(`/p/${id}${path}`)).statusCode < 500, `/p/id${path}`);
      t.ok((await app.inject(`/embed/${id}?language=${name}&theme=${name}`)).statusCode < 500);
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      const payload = `variable:${name}=1&${name}=2`;
      t.ok(
        (await app.inject({ method: 'POST', url: `/p/${id}/run`, headers: form, payload })).statusCode < 500,
      );
      await ok('DELETE', `/api/playgrounds/${id}`);
    }
    const maps = `{"url":"${url}","headers":{"${name}":"h"},"variables":{"${name}":"v"}}`;
    await ok('POST', '/api/tests/execute', maps, /^[24]/);
    const sent = await ok('POST', '/api/tests/execute', `{"url":"${url}","headers":{"${name}":"kept"}}`);
    t.match(sent.json().response.body, `"${name}","kept"`, `the header ${name} was sent`);
    t.match(sent.json().warnings, [{ code: 'content_encoding_unknown' }]);
    for (const body of [`{"language":"${name}","curl":"curl a.example"}`, `{"${name}":1}`])
      await ok('POST', '/api/generate-code', body, /^400/);
    for (const [method, path] of [
      ['GET', `/api/playgrounds?${name}=1`],
      ['GET', `/api/playgrounds?sort=${name}`],
      ['GET', `/api/${name}`],
      ['GET', `/api/playgrounds/${name}`],
      ['POST', '/api/playgrounds'],
    ] as const)
      await ok(method, path, method === 'POST' ? `{"${name}":"x","curl_command":"curl a"}` : undefined, /^4/);
  }
});

t.test('no table with names of callers is an object literal', (t) => {
  const src = join(import.meta.dirname, '..', 'src');
  // Not yet: those of scripts, whose keys are characters and option names of their own.
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/^(?:cli|web)\b/.test(path),
  );
  const LITERAL = /\b(?:const|readonly) #?(\w+): (?:Readonly<|Partial<)*Record<string, .*> = \{\s*[^\s}]/g;
  for (const path of files)
    for (const [, name = ''] of readFileSync(join(src, path), 'utf8').matchAll(LITERAL))
      if (name !== 'C_ESCAPES')
        t.fail(
          `${path}: ${name} has any text as its key. Use a Map, or a union of literals as the type of its keys.`,
        );
  t.end();
});
