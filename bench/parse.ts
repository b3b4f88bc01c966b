/**
 * Parser speed on twenty realistic commands, beside other parsers when they are installed
 * (`npm ci --prefix bench/peers`); and how the time grows with the size of hostile texts.
 */
import { InputError } from '../src/errors.ts';
import { built } from './built.ts';
import { HOSTILE, repeated } from './hostile.ts';
import { peer } from './peers.ts';
import { REALISTIC } from './realistic.ts';

type Parser = (command: string) => unknown;

/** Rounds of all parsers in turn, so that a busy machine slows all of them alike. */
const ROUNDS = 5;
const ROUND_MS = 300;
/** Rounds before those that count: a service is warm, and compiling takes its time. */
const WARM_UP_ROUNDS = 6;

/** How each of the other packages parses, as a function of the command. */
const PEERS: Readonly<Record<string, (module: Readonly<Record<string, unknown>>) => unknown>> = {
  curlconverter: (module) => module['toJsonString'],
  'curl-to-postmanv2': (module) => {
    const { convert } = module['default'] as { convert: (input: unknown, done: () => void) => void };
    return (command: string) => convert({ type: 'string', data: command }, () => undefined);
  },
  'parse-curl': (module) => module['default'],
  '@bany/curl-to-json': (module) => {
    const inner = module['default'] as { default?: unknown };
    return inner.default ?? inner;
  },
};

/** The other parsers that are installed. */
async function peers(): Promise<Record<string, Parser>> {
  const found: Record<string, Parser> = {};
  for (const [name, pick] of Object.entries(PEERS)) {
    const module = await peer(name);
    const parser = module === undefined ? undefined : pick(module);
    // What a package exports is not typed here; a parser that is none is left out.
    if (typeof parser === 'function') found[name] = parser as Parser;
  }
  return found;
}

/** Commands a second in one round. A parser that throws on a command is timed all the same. */
function round(parser: Parser): number {
  let count = 0;
  const start = performance.now();
  while (performance.now() - start < ROUND_MS) {
    for (const command of REALISTIC) {
      try {
        parser(command);
      } catch {
        // Refusing takes time as well.
      }
    }
    count += REALISTIC.length;
  }
  return count / ((performance.now() - start) / 1000);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

export async function benchParse(): Promise<void> {
  const { parseCurl } = await built<typeof import('../src/curl/index.ts')>('curl/index.ts');
  const parsers: Record<string, Parser> = { 'this parser': parseCurl, ...(await peers()) };
  const speeds = new Map<string, number[]>();
  for (const [name, parser] of Object.entries(parsers)) {
    for (let i = 0; i < WARM_UP_ROUNDS; i += 1) round(parser);
    speeds.set(name, []);
  }
  for (let i = 0; i < ROUNDS; i += 1)
    for (const [name, parser] of Object.entries(parsers)) speeds.get(name)?.push(round(parser));
  const ours = median(speeds.get('this parser') ?? []);
  console.log(`${REALISTIC.length} realistic commands, median of ${ROUNDS} rounds:`);
  for (const [name, values] of speeds) {
    const speed = median(values);
    console.log(
      `  ${name.padEnd(20)} ${Math.round(speed).toLocaleString('en').padStart(9)} commands/s  (ours is ${(ours / speed).toFixed(2)}×)`,
    );
  }
  benchHostile(parseCurl);
}

/** The slowest of the hostile texts, and how much longer 64 KiB take than 16 KiB: 4 is linear. */
function benchHostile(parseCurl: Parser): void {
  const time = (text: string): number => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; i += 1) {
      const start = performance.now();
      try {
        parseCurl(text);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== InputError.name) throw error;
      }
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const results = HOSTILE.map(({ prefix, unit, suffix }) => {
    const text = (size: number) => prefix + repeated(unit, size - prefix.length - suffix.length) + suffix;
    const [small, large] = [time(text(16_384)), time(text(65_536))];
    return {
      name: JSON.stringify(`${prefix}${unit}…${suffix}`),
      large,
      growth: large / Math.max(small, 0.5),
    };
  }).toSorted((a, b) => b.large - a.large);
  console.log(`${HOSTILE.length} hostile texts of 64 KiB, the slowest (limit 50 ms):`);
  for (const { name, large, growth } of results.slice(0, 5))
    console.log(`  ${large.toFixed(1).padStart(6)} ms, ${growth.toFixed(1)}× the time of 16 KiB: ${name}`);
}

if (import.meta.filename === process.argv[1]) await benchParse();
