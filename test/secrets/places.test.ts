/** A corpus: credentials in every syntax, none of which may be seen, and commands of documentation, which stay as they are. */
import t from 'tap';
import { secretFields } from '../../src/request/secret-fields.ts';
import { redact } from '../../src/secrets/redact.ts';
import { long } from '../support/full.ts';
import { HARMLESS, SECRET_PLACES } from './places.ts';

/** Random, with a sign, and of letters only. */
const SECRETS = ['zq81Kfma0s9Dl2', 'hunter2!pass', 'correcthorse'];

for (const [syntax, commands] of Object.entries(SECRET_PLACES))
  t.test(`credentials in ${syntax} are replaced, and their owner is warned`, async (t) => {
    for (const place of commands)
      for (const secret of SECRETS) {
        const command = place.replaceAll('§', secret);
        const { command: redacted, secrets } = redact(command);
        t.notOk(redacted.includes(secret), `${command} => ${redacted}`);
        const points = Array.from(command);
        const spans = secrets.map(({ start, end }) => points.slice(start, end).join(''));
        t.ok(
          spans.some((span) => span.includes(secret)),
          `${command}: ${spans.join(' | ')}`,
        );
      }
  });

t.test('commands of documentation have no credentials', async (t) => {
  t.ok(HARMLESS.length >= 200);
  for (const command of HARMLESS) {
    const { command: redacted, secrets } = redact(command);
    t.equal(redacted, command);
    t.strictSame(secrets, [], command);
  }
});

t.test('long values are found to their end', async (t) => {
  for (let length = 1; length < 100; length += 1)
    for (const text of [
      `password: ${'a'.repeat(length)}, tail`,
      `Authorization: Signature id="${'a'.repeat(length)}", tail`,
      `x?token=\${A:-${'a'.repeat(length)} tail}`,
    ]) {
      const ends = secretFields(text).map(({ start, end }) => text.slice(start, end).includes('tail'));
      t.strictSame(ends, [true], text);
    }
});

/** Milliseconds of CPU time. */
const timeOf = (text: string) => {
  const started = process.cpuUsage();
  secretFields(text);
  return process.cpuUsage(started).user / 1000;
};

t.test('finding takes time linear in the text', { skip: long }, async (t) => {
  const pieces =
    'a|:|"|\\"|{|<|<a>|<token>|<![CDATA[|%253D|token=|token="|"token":{|{"session":{|id=1&|{"value":"x"|token=$(|token={{|http://a:b@|key=|token="""|name=token\n\n|["a",|token: x\n|token:\n - a\n|\\u0061|token=a ;|<a name="token">|code=|Cookie: a=b;|+%22|key%3D|key=code=pin=|key: |pin=1;|key=${|key=\\\\\\\\"|key=abcABC123d |client_key=a,';
  for (const piece of pieces.split('|')) {
    const of = (length: number) => timeOf(piece.repeat(Math.ceil(length / piece.length)));
    of(10_000);
    const [short, long] = [of(60_000), of(480_000)];
    t.ok(long < 3_000, `${JSON.stringify(piece)}: ${short} ms, eight times as long: ${long} ms`);
  }
});

t.test('a long run of one character takes time linear in it', async (t) => {
  for (const run of [' ', ')', ',', '\\', '"', '{', '\n', '%25'])
    for (const [before, after] of [
      ['token: a', 'b'],
      ['x token=a', 'x'],
      ['"a', '":1'],
    ] as const) {
      const ms = timeOf(before + run.repeat(200_000) + after);
      t.ok(ms < 600, `${before}${run}…${after}: ${ms} ms`);
    }
});
