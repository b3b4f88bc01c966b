/**
 * Runs in a network namespace of its own, where every address there is leads to one listener (AnyIP): whatever
 * the request runner dials is seen, even if it lies about it. Prints one JSON object.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { InputError } from '../../../src/errors.ts';
import { createResolver } from '../../../src/proxy/connect/resolver.ts';
import { createProxy } from '../../../src/proxy/execute.ts';
import type { RequestShape } from '../../../src/schemas/request-shape.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { TEST_LIMITS } from '../../support/proxy.ts';
import { INSIDE, OUTSIDE } from './vectors.ts';

export interface Report {
  /** Forbidden destinations tried, over all ways. */
  tried: number;
  /** Dials seen while they were tried, other than the expected first hop. */
  dialled: string[];
  /** What was neither refused nor a `destination_refused`. */
  notRefused: string[];
  /** Public destinations reached, and those that were not reached or told wrong. */
  reached: number;
  falselyRefused: string[];
  /** What plain sockets saw: the listener does see forbidden dials. */
  selfTest: string[];
}

const PUBLIC = '93.184.216.34';

async function main(): Promise<Report> {
  for (const rule of ['link set lo up', 'route add local 0.0.0.0/0 dev lo', '-6 route add local ::/0 dev lo'])
    execFileSync('ip', rule.split(' '));
  const seen: string[] = [];
  let location = '';
  const server = createServer((socket) => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
    seen.push(address);
    socket.on('error', () => {});
    socket.once('data', () => {
      const redirect = location === '' ? '200 OK\r\n' : `302 Found\r\nLocation: ${location}\r\n`;
      socket.end(
        Buffer.from(`HTTP/1.1 ${redirect}Content-Length: ${address.length}\r\n\r\n${address}`, 'latin1'),
      );
    });
  });
  server.listen(80, '::');
  await once(server, 'listening');

  let answers: { first: string[]; later: string[] } = { first: [], later: [] };
  const dns = await startDnsServer(({ index, type }) =>
    type === 'other' ? {} : { addresses: index === 0 ? answers.first : answers.later },
  );
  const proxy = createProxy({
    ...TEST_LIMITS,
    allow: [],
    resolver: createResolver([dns.address], () => Promise.resolve([])),
  });
  const report: Report = {
    tried: 0,
    dialled: [],
    notRefused: [],
    reached: 0,
    falselyRefused: [],
    selfTest: [],
  };
  let serial = 0;
  const send = (request: RequestShape) =>
    proxy
      .execute(request, { accountId: 'a', signal: new AbortController().signal })
      .then((outcome) => outcome.error?.code ?? outcome.response)
      .catch((error: unknown) => (error instanceof InputError ? error.issues[0].code : String(error)));

  /** Sends and compares what the listener saw with what it may have seen. */
  const forbidden = async (name: string, request: RequestShape, mayDial: readonly string[]) => {
    seen.length = 0;
    report.tried += 1;
    const end = await send({ ...request, options: { follow_redirects: true } });
    if (end !== 'destination_refused')
      report.notRefused.push(`${name}: ${JSON.stringify(end).slice(0, 200)}`);
    for (const address of seen) if (!mayDial.includes(address)) report.dialled.push(`${name}: ${address}`);
  };

  for (const host of INSIDE) {
    location = '';
    await forbidden(`directly ${host}`, { url: `http://${host}/` }, []);
    location = Buffer.from(`http://${host}/`).toString('latin1');
    await forbidden(`by redirect ${host}`, { url: `http://${PUBLIC}/` }, [PUBLIC]);
    const address = new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    serial += 1;
    location = '';
    answers = { first: [address], later: [address] };
    await forbidden(`by name ${host}`, { url: `http://name${serial}.test/` }, []);
    answers = { first: [PUBLIC, address], later: [PUBLIC, address] };
    await forbidden(`among good answers ${host}`, { url: `http://mixed${serial}.test/` }, []);
    location = '/again';
    answers = { first: [PUBLIC], later: [address] };
    await forbidden(`by rebinding ${host}`, { url: `http://rebind${serial}.test/` }, [PUBLIC]);
  }

  location = '';
  for (const [host, address] of OUTSIDE) {
    serial += 1;
    answers = { first: [address], later: [address] };
    for (const url of [`http://${host}/`, `http://public${serial}.test/`]) {
      const end = await send({ url });
      const told = typeof end === 'string' ? end : `${end?.body} ${end?.remote_address}`;
      if (told === `${address} ${address}`) report.reached += 1;
      else report.falselyRefused.push(`${url}: ${told}`);
    }
  }

  seen.length = 0;
  for (const host of ['169.254.169.254', '10.0.0.1', '::1', 'fd00:ec2::254']) {
    const socket = connect(80, host);
    await once(socket, 'connect');
    socket.destroy();
  }
  while (seen.length < 4) await new Promise((done) => setTimeout(done, 10));
  report.selfTest = [...seen];
  return report;
}

console.log(JSON.stringify(await main()));
process.exit();
