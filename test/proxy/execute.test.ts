/** What goes on the wire and what is recorded, against real sockets. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { startProxy } from '../support/proxy.ts';
import { startRecorder } from '../support/recorder.ts';
import { zstdMissing } from '../support/zstd.ts';

const latin1 = (raw: Buffer) => raw.toString('latin1');

t.test('the bytes on the wire', async (t) => {
  const recorder = await startRecorder();
  const proxy = startProxy();
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const { host, origin } = recorder;
  const sent = async (request: Parameters<typeof proxy.send>[0]) => {
    const outcome = await proxy.send(request);
    t.equal(outcome.status, 'completed', JSON.stringify(outcome.error));
    return latin1((await recorder.next()).raw);
  };
  const defaults = 'User-Agent: playgrounds/test\r\nAccept: */*\r\n';

  t.equal(
    await sent({ url: `${origin}/%zz/../a%2Fb/%2e%2e?q=\u00fc"<>{}|^\`'&&=` }),
    `GET /%zz/../a%2Fb/%2e%2e?q=\u00c3\u00bc"<>{}|^\`'&&= HTTP/1.1\r\nHost: ${host}\r\n${defaults}\r\n`,
    'path and query verbatim, UTF-8 in the query raw',
  );
  t.equal(await sent({ url: `${origin}?a` }), `GET /?a HTTP/1.1\r\nHost: ${host}\r\n${defaults}\r\n`);
  t.equal(
    await sent({ url: `${origin}/`, method: 'pAtCh', headers: { 'x-CASE': '', 'X-U': 'é€', accept: 'a/b' } }),
    `pAtCh / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: playgrounds/test\r\nx-CASE: \r\nX-U: Ã©â\u0082¬\r\naccept: a/b\r\n\r\n`,
    'case, order, empty values and UTF-8 survive; no length without a body',
  );
  t.equal(
    await sent({
      url: `${origin}/`,
      headers: { A: '1, 3', B: '2' },
      options: {
        header_list: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
          { name: 'A', value: '3' },
        ],
        omit_headers: ['user-agent', 'ACCEPT'],
      },
    }),
    `GET / HTTP/1.1\r\nHost: ${host}\r\nA: 1\r\nB: 2\r\nA: 3\r\n\r\n`,
    'repeated lines in their places, defaults taken away',
  );
  t.equal(
    await sent({ url: `${origin}/`, method: 'GET', body: 'ü' }),
    `GET / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Content-Length: 2\r\n\r\n\u00c3\u00bc`,
    'GET with a body',
  );
  t.equal(
    await sent({ url: `${origin}/`, body: '' }),
    `POST / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Content-Length: 0\r\n\r\n`,
    'an empty body has a length',
  );
  t.equal(
    await sent({ url: `${origin}/`, method: 'POST', headers: { 'content-length': '0' } }),
    `POST / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Content-Length: 0\r\n\r\n`,
    'a right length is sent once',
  );
  t.equal(
    await sent({ url: `${origin}/`, body: { b: 1, a: [null] } }),
    `POST / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Content-Type: application/json\r\nContent-Length: 18\r\n\r\n{"b":1,"a":[null]}`,
  );
  t.equal(
    await sent({
      url: `${origin}/`,
      body: 'abc',
      options: { chunked: true, te: 'trailers', connection: 'close' },
    }),
    `POST / HTTP/1.1\r\nHost: ${host}\r\n${defaults}TE: trailers\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
  );
  t.equal(
    await sent({
      url: `${origin}/x`,
      headers: { Host: 'other.example:1' },
      options: { http_version: '1.0', request_target: '*' },
    }),
    `GET * HTTP/1.0\r\nHost: other.example:1\r\n${defaults}\r\n`,
    'Host, version and target overridden',
  );
  t.equal(
    await sent({ url: `${origin}/`, body: 'abc', options: { expect_continue: true, compressed: true } }),
    `POST / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Accept-Encoding: deflate, gzip, br${zstdMissing ? '' : ', zstd'}\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc`,
  );
  t.equal(
    await sent({ url: `http://us%40er:p%3Aw@${host}/` }),
    `GET / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Authorization: Basic ${btoa('us@er:p:w')}\r\n\r\n`,
    'userinfo becomes basic credentials',
  );
  t.equal(
    await sent({
      url: `${origin}/`,
      auth: { scheme: 'basic', username: '$U', password: 'p' },
      variables: [{ name: 'U', text: '$U', value: 'me' }],
    }),
    `GET / HTTP/1.1\r\nHost: ${host}\r\n${defaults}Authorization: Basic ${btoa('me:p')}\r\n\r\n`,
  );
  const form = await sent({ url: `${origin}/`, form: [{ name: 'a"b', value: 'ü', content_type: 'text/x' }] });
  t.match(
    form,
    /\r\nContent-Type: multipart\/form-data; boundary=-{24}[A-Za-z0-9]{22}\r\nContent-Length: \d+\r\n\r\n-{26}[A-Za-z0-9]{22}\r\nContent-Disposition: form-data; name="a%22b"\r\nContent-Type: text\/x\r\n\r\n\u00c3\u00bc\r\n-{26}[A-Za-z0-9]{22}--\r\n$/,
  );
});

t.test('the answer: headers, decoding, text and bytes', async (t) => {
  const utf16 = Buffer.from('\ufeffhé', 'utf16le');
  const answers: Record<string, { headers: [string, string][]; body: Buffer | string }> = {
    '/gzip': { headers: [['Content-Encoding', 'x-gzip']], body: gzipSync('héllo') },
    '/deflate': { headers: [['Content-Encoding', 'deflate']], body: deflateSync('héllo') },
    '/raw': { headers: [['Content-Encoding', 'deflate']], body: deflateRawSync('héllo') },
    '/br': { headers: [['Content-Encoding', 'br']], body: brotliCompressSync('héllo') },
    '/zstd': {
      headers: [['Content-Encoding', 'zstd']],
      body: Buffer.from('KLUv/QRYMQAAaMOpbGxv5LuOOA==', 'base64'),
    },
    '/two': {
      headers: [
        ['Content-Encoding', 'gzip'],
        ['Content-Encoding', 'br'],
      ],
      body: brotliCompressSync(gzipSync('héllo')),
    },
    '/latin1': {
      headers: [['Content-Type', 'text/html; charset="ISO-8859-1"']],
      body: Buffer.from('héllo', 'latin1'),
    },
    '/binary': { headers: [['Content-Type', 'image/png']], body: Buffer.from([0x89, 0x50, 0, 1, 0xff]) },
    '/nul': { headers: [['Content-Type', 'text/plain']], body: 'a\0b' },
    '/utf16': { headers: [['Content-Type', 'text/plain']], body: utf16 },
    '/unknown': { headers: [['Content-Encoding', 'sdch']], body: 'plain' },
    '/empty': { headers: [['Content-Encoding', 'gzip']], body: '' },
    '/repeat': {
      headers: [
        ['X-A', '1'],
        ['Set-Cookie', 'a=1'],
        ['x-a', '\u00c3\u00bc'],
        ['Set-Cookie', 'b=2'],
      ],
      body: '',
    },
  };
  const recorder = await startRecorder(({ target }) => answers[target] ?? { status: 418, reason: '' });
  const proxy = startProxy();
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  const get = async (path: string) => {
    const { response, warnings, error } = await proxy.send({ url: recorder.origin + path });
    return { ...response, warnings: warnings.map(({ code }) => code), error };
  };
  const decoded = ['/gzip', '/deflate', '/raw', '/br', '/two', '/latin1', ...(zstdMissing ? [] : ['/zstd'])];
  for (const path of decoded)
    t.match(await get(path), { body: 'héllo', body_encoding: 'utf8', truncated: false }, path);
  t.match(await get('/binary'), { body: 'iVAAAf8=', body_encoding: 'base64', body_size: 5 });
  t.match(await get('/nul'), { body: btoa('a\0b'), body_encoding: 'base64' });
  t.match(await get('/utf16'), { body: 'hé', body_encoding: 'utf8', body_size: 6 });
  if (zstdMissing)
    t.match(await get('/zstd'), {
      body: answers['/zstd']?.body.toString('base64'),
      warnings: ['content_encoding_unknown'],
    });
  t.match(await get('/unknown'), { body: 'plain', warnings: ['content_encoding_unknown'] });
  t.match(await get('/empty'), { body: '', body_size: 0, error: null });
  t.match((await get('/repeat')).headers, { 'x-a': '1, ü', 'set-cookie': 'a=1\nb=2' });
  t.match(await get('/none'), { status: 418, remote_address: null, tls: null });
});

t.test('refused before anything is dialled', async (t) => {
  const recorder = await startRecorder();
  const proxy = startProxy({ allow: [] });
  t.teardown(() => Promise.all([proxy.close(), recorder.close()]));
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', 'foo.localhost']) {
    const [issue] = await proxy.refused({ url: `http://${host}:${recorder.port}/` });
    t.match(
      issue,
      {
        field: '/url',
        code: 'destination_refused',
        message:
          'This destination is not allowed: only public addresses are, unless the operator allows others.',
      },
      host,
    );
  }
  t.equal(recorder.requests.length, 0);
});

t.test('thousands of messages in one piece are not all read', async (t) => {
  const messages = {
    '100 Continue': 'HTTP/1.1 100 Continue\r\n\r\n',
    '103 Early Hints': 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
    '200 OK': 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const name = Object.keys(messages)[Number(/^GET \/(\d)/.exec(String(data))?.[1])] ?? '';
      socket.write(messages[name as keyof typeof messages].repeat(3000)); // one of its keys
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = startProxy();
  t.teardown(async () => {
    await proxy.close();
    server.close();
  });
  let read = 0;
  const watch = (message: unknown) => {
    const { request } = message as { request: ClientRequest }; // what node:http publishes
    request.on('information', () => {
      read += 1;
    });
    request.on('response', () => {
      read += 1;
    });
  };
  subscribe('http.client.request.start', watch);
  t.teardown(() => unsubscribe('http.client.request.start', watch));
  const { port } = server.address() as AddressInfo; // a TCP server's address
  for (const [index, name] of Object.keys(messages).entries()) {
    read = 0;
    const { status, error } = await proxy.send({ url: `http://127.0.0.1:${port}/${index}` });
    if (name === '200 OK') t.equal(status, 'completed', 'the first answer counts');
    else t.equal(error?.code, 'invalid_response', name);
    t.ok(read <= 52, `${read} of 3000 ${name} were read`);
  }
});
