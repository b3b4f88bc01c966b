/** A DNS server on loopback (UDP, RFC 1035) that answers what a test says, or nothing at all. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

export interface DnsQuestion {
  name: string;
  type: 'A' | 'AAAA' | 'other';
  /** How many questions for that name and type came before. */
  index: number;
}

/** Addresses, a chain of names before them, a failure, or silence. */
export interface DnsAnswer {
  addresses?: readonly string[];
  /** CNAMEs from the name asked for to the one that has the addresses. */
  chain?: readonly string[];
  ttl?: number;
  code?: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED';
  silent?: boolean;
  delayMs?: number;
  /** Sent instead of an answer. */
  raw?: Uint8Array;
}

export interface DnsServer {
  /** `127.0.0.1:<port>` */
  address: string;
  questions: DnsQuestion[];
  close(): Promise<void>;
}

const CODES = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;
const TYPES: Readonly<Record<number, DnsQuestion['type']>> = { 1: 'A', 28: 'AAAA' };

export async function startDnsServer(answer: (question: DnsQuestion) => DnsAnswer): Promise<DnsServer> {
  const socket: Socket = createSocket('udp4');
  const questions: DnsQuestion[] = [];
  const timers = new Set<NodeJS.Timeout>();
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query);
    const index = questions.filter((asked) => asked.name === name && asked.type === type).length;
    const question = { name, type, index };
    questions.push(question);
    const said = answer(question);
    if (said.silent === true) return;
    const reply = said.raw ?? writeAnswer(query, end, question, said);
    const timer = setTimeout(() => {
      timers.delete(timer);
      socket.send(reply, peer.port, peer.address, () => {});
    }, said.delayMs ?? 0);
    timers.add(timer);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: DnsQuestion['type']; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // Resolvers may mix the case of names on purpose.
  return {
    name: labels.join('.').toLowerCase(),
    type: TYPES[query.readUInt16BE(at + 1)] ?? 'other',
    end: at + 5,
  };
}

function writeAnswer(query: Buffer, end: number, question: DnsQuestion, answer: DnsAnswer): Buffer {
  const { addresses = [], chain = [], ttl = 0, code } = answer;
  const names = [question.name, ...chain];
  const records = [
    ...chain.map((name, index) => record(names[index] ?? '', 5, ttl, encodeName(name))),
    ...addresses
      .filter((address) => question.type === (isIPv6(address) ? 'AAAA' : 'A'))
      .map((address) =>
        record(names.at(-1) ?? '', question.type === 'A' ? 1 : 28, ttl, addressBytes(address)),
      ),
  ];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (code === undefined ? 0 : CODES[code]), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(code === undefined ? records.length : 0, 6);
  return Buffer.concat([header, query.subarray(12, end), ...(code === undefined ? records : [])]);
}

function record(name: string, type: number, ttl: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([encodeName(name), fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
