import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { boundaryOf, headerOf, splitMultipart, startRecorder } from './recorder.ts';

/** Sends the pieces, each after the first only once the server has said something when `waits`. */
async function send(port: number, waits: boolean, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  for (const [index, piece] of pieces.entries()) {
    if (waits && index === 1) await once(socket, 'data');
    socket.write(Buffer.from(piece, 'latin1'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return answer;
}

t.test('records bytes as they came', async (t) => {
  const recorder = await startRecorder();
  t.teardown(() => recorder.close());
  const answer = await send(
    recorder.port,
    false,
    'POST /a?\xff HTTP/1.1\r\nX-A:  b \r\nx-a: \xe9\r\nContent-',
    'Length: 3\r\n\r\na\0',
    '\xff',
  );
  t.match(answer, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nok$/);
  const request = await recorder.next();
  t.match(request, { method: 'POST', target: '/a?\xff', version: 'HTTP/1.1' });
  t.same(request.rawHeaders, ['X-A:  b ', 'x-a: \xe9', 'Content-Length: 3']);
  t.equal(headerOf(request, 'x-A'), 'b, \xe9');
  t.same([...request.body], [0x61, 0, 0xff]);
});

t.test('decodes chunked bodies, answers 100-continue, follows a script', async (t) => {
  const recorder = await startRecorder((request, index) => ({
    status: 302,
    headers: [['Location', `/${index}${request.target}`]],
  }));
  t.teardown(() => recorder.close());
  const answer = await send(
    recorder.port,
    true,
    'PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n',
    '3\r\nabc\r\n1',
    '\r\nd\r\n0\r\n\r\n',
  );
  t.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 302 OK\r\nLocation: \/0\/\r\n/);
  t.equal((await recorder.next()).body.toString(), 'abcd');
});

t.test('splits multipart bodies', async (t) => {
  const body = Buffer.from('--b\r\nA: 1\r\nB: 2\r\n\r\nx\r\ny\r\n--b\r\nA: 3\r\n\r\n\r\n--b--\r\n');
  t.equal(boundaryOf('multipart/form-data; boundary=b'), 'b');
  t.same(
    splitMultipart(body, 'b')?.map(({ headers, body }) => [headers, body.toString()]),
    [
      [['A: 1', 'B: 2'], 'x\r\ny'],
      [['A: 3'], ''],
    ],
  );
  t.equal(splitMultipart(body.subarray(0, -2), 'b'), undefined);
});
