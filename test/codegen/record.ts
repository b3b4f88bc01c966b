/**
 * Records what real curl sends for the cases: `npx tsx test/codegen/record.ts`. The recording is compared with
 * what the programs of all languages send, so that the tests need no curl.
 */
import { writeFile } from 'node:fs/promises';
import { CASES } from './support/cases.ts';
import { curlVersion, RUNNERS } from './support/runners.ts';
import { sendAll } from './support/send.ts';

const runner = RUNNERS.curl;
if (runner === undefined) throw new Error('no runner for curl');
const sent = await sendAll('curl', runner, CASES);
const requests = Object.fromEntries([...sent].map(([name, one]) => [name, one.requests]));
await writeFile(
  new URL('recorded/curl.json', import.meta.url),
  `${JSON.stringify({ curl: curlVersion(), requests }, null, 1)}\n`,
);
console.log(`${CASES.length} cases with ${curlVersion()}`);
