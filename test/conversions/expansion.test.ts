/**
 * Variables that grow: values made of values, and a long value used often. Converters refuse them, or their work stays in
 * proportion to the text. The texts are converted in a process of their own, whose memory is bounded.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const ROUNDS = Array.from({ length: 40 }, (_, at) => at + 1);
const LONG = 'x'.repeat(20_000);
const ADDRESS = 'https://h.example/';

/** Each converts to a request of up to 2^40 characters, if nothing stops it. */
const DOUBLING: Readonly<Record<string, string>> = {
  fetch: `const a0="xx";${ROUNDS.map((at) => `const a${at}=a${at - 1}+a${at - 1};`).join('')}fetch("${ADDRESS}"+a40)`,
  'fetch, templates': `const a0="xx";${ROUNDS.map((at) => `const a${at}=\`\${a${at - 1}}\${a${at - 1}}\`;`).join('')}fetch(a40)`,
  'fetch, nested objects': `fetch("${ADDRESS}", {method: "POST", body: JSON.stringify(${'{"a":['.repeat(40)}1${']}'.repeat(40)})})`,
  PowerShell: `$a0="xx"\n${ROUNDS.map((at) => `$a${at}="$a${at - 1}$a${at - 1}"`).join('\n')}\nirm "${ADDRESS}$a40"`,
  'PowerShell, tables': `$a0=@{x="y"}\n${ROUNDS.map((at) => `$a${at}=@{x=$a${at - 1};y=$a${at - 1}}`).join('\n')}\nirm ${ADDRESS} -Method Post -Body ($a40 | ConvertTo-Json)`,
  'PowerShell, lists': `$a0="x","y"\n${ROUNDS.map((at) => `$a${at}=$a${at - 1},$a${at - 1}`).join('\n')}\nirm ${ADDRESS} -Method Post -Body ($a40 | ConvertTo-Json)`,
  '.http': `@a0=xx\n${ROUNDS.map((at) => `@a${at}={{a${at - 1}}}{{a${at - 1}}}`).join('\n')}\nGET ${ADDRESS}{{a40}}`,
  HTTPie: `A0=xx\n${ROUNDS.map((at) => `A${at}="$A${at - 1}$A${at - 1}"`).join('\n')}\nhttp POST ${ADDRESS} a="$A40"`,
  wget: `A0=xx\n${ROUNDS.map((at) => `A${at}="$A${at - 1}$A${at - 1}"`).join('\n')}\nwget --post-data="$A40" ${ADDRESS}`,
};
/** Each has some 40 million characters, once a long value is put in thousands of times. */
const FAN_OUT: Readonly<Record<string, string>> = {
  PowerShell: `$a="${LONG}"\nirm ${ADDRESS} -Method Post -Body "${'$a '.repeat(2000)}"`,
  'PowerShell, a table': `$a="${LONG}"\nirm ${ADDRESS} -Method Post -Body @{${Array.from({ length: 2000 }, (_, at) => `k${at}=$a;`).join('')}}`,
  'PowerShell, a table used often': `$a=@{x="${LONG}"}\nirm ${ADDRESS} -Method Post -Body (@{${Array.from({ length: 2000 }, (_, at) => `k${at}=$a;`).join('')}} | ConvertTo-Json)`,
  '.http': `@a=${LONG}\nPOST ${ADDRESS}\n\n${'{{a}} '.repeat(2000)}`,
  HTTPie: `A=${LONG}\nhttp POST ${ADDRESS} a="${'$A '.repeat(2000)}"`,
  wget: `A=${LONG}\nwget --post-data="${'$A '.repeat(2000)}" ${ADDRESS}`,
};
const TEXTS = {
  ...DOUBLING,
  ...Object.fromEntries(Object.entries(FAN_OUT).map(([name, text]) => [`${name}: fan-out`, text])),
};

/** Milliseconds of CPU for one text on a slow machine that does other things, too; today's are below 100. */
const MAX_CPU_MS = 1000;

const SCRIPT = `
import { convert } from ${JSON.stringify(join(import.meta.dirname, '../../src/conversions/index.ts'))};
let input = '';
for await (const chunk of process.stdin) input += chunk;
const rows = {};
for (const [name, text] of Object.entries(JSON.parse(input))) {
  const before = process.cpuUsage();
  const { command } = convert(text) ?? {};
  const { user, system } = process.cpuUsage(before);
  rows[name] = { cpu: (user + system) / 1000, length: command?.length ?? 0 };
}
console.log(JSON.stringify(rows));
`;

t.test('neither doubling nor fan-out costs more than its text', async (t) => {
  t.setTimeout(120_000);
  const node = ['--max-old-space-size=128', '--import=tsx', '--input-type=module', '--eval', SCRIPT];
  const child = promisify(execFile)(process.execPath, node, { timeout: 100_000 });
  child.child.stdin?.end(JSON.stringify(TEXTS));
  const { stdout } = await child;
  const rows = JSON.parse(stdout) as Record<string, { cpu: number; length: number }>;
  for (const [name, { cpu, length }] of Object.entries(rows)) {
    t.ok(cpu < MAX_CPU_MS, `${name}: ${Math.round(cpu)} ms`);
    t.ok(length <= 200_000, `${name}: ${length} characters`);
  }
  t.equal(Object.keys(rows).length, Object.keys(TEXTS).length);
});
