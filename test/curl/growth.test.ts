/** Parsing takes time linear in the text, and recursion has a bound, whatever a text is made of. */
import t from 'tap';
import { convert } from '../../src/conversions/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { FORMATS, type Growth, grown } from '../attacks/texts.ts';
import { isFull } from '../support/full.ts';

const LENGTH = 60_000;
/** Milliseconds of the processor below which a time says nothing. */
const SHORT = 50;
/** A text of four times the length takes four times as long; sixteen times would be quadratic. */
const MAX_RATIO = 10;

/** Milliseconds of the processor that reading a text takes. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const before = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How many times longer four times the length takes: the least of six measurements. */
function ratioOf(read: (text: string) => unknown, growth: Growth): number {
  let ratio = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 6 && ratio > MAX_RATIO; tries += 1) {
    const long = timeOf(read, grown(growth, LENGTH));
    if (long < SHORT) return 0;
    ratio = Math.min(ratio, long / timeOf(read, grown(growth, LENGTH / 4)));
  }
  return ratio;
}

/** Every part, and in the full run every pair of parts of commands and scripts, next to each other and inside each other. */
function growthsOf(format: string): Growth[] {
  const count = FORMATS[format]?.parts.length ?? 0;
  const hasPairs = isFull && (format === 'curl' || format === 'shell');
  const growths: Growth[] = [];
  for (let one = 0; one < count; one += 1)
    for (let other = one; other < (hasPairs ? count : one + 1); other += 1)
      for (const how of ['beside', 'inside'] as const) growths.push({ format, parts: [one, other], how });
  return growths;
}

for (const format of Object.keys(FORMATS))
  t.test(format, (t) => {
    const read = format === 'curl' || format === 'shell' ? parseCurl : convert;
    const growths = growthsOf(format);
    for (const growth of growths) {
      const ratio = ratioOf(read, growth);
      if (ratio > MAX_RATIO) t.fail(`${JSON.stringify(growth)} takes ${ratio.toFixed(1)} times as long`);
    }
    t.pass(`${growths.length} texts`);
    t.end();
  });

t.test('expansions within each other', (t) => {
  const nested = (times: number) => `curl http://h/ -d "${'${a:-'.repeat(times)}b${'}'.repeat(times)}"`;
  t.equal(parseCurl(nested(20)).variables?.[0]?.value, 'b', 'as deep as anybody writes them');
  t.throws(() => parseCurl(nested(60)), {
    name: 'InputError',
    issues: [{ code: 'shell_syntax', message: 'The expansions are nested too deeply.' }],
  });
  t.end();
});

t.test('commands in what is left out', (t) => {
  for (const part of [' ', '<a> ', '" , "', 'sudo '])
    for (const around of [
      "curl https://h.example/\nfoo '\ncurl",
      '```\ncurl https://h.example/\n```\ncurl',
    ]) {
      const time = timeOf(parseCurl, `${around}${part.repeat(LENGTH / part.length)}'`);
      t.ok(time < 1000, `${JSON.stringify(part)}: ${time} ms`);
    }
  const delimiter = 'x'.repeat(LENGTH);
  const { body } = parseCurl(`curl h -d "a^" -d @- <<${delimiter}\n^\n${delimiter}\n`);
  t.equal(body, 'a^&^', 'a long delimiter');
  const inner = parseCurl(`curl h -d "$(cat <<${delimiter}\nb\n${delimiter}\n)"`);
  t.equal(inner.body, 'b', 'a long delimiter in a substitution');
  t.end();
});
