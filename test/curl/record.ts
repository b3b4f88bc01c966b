/** Records what real curl sends for every case: `npm run -s corpus:record [file…]`, with CURL_BIN or curl from PATH. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS, corpusFiles, type Recording, readCases } from './support/corpus.ts';
import { findCurl, startRealCurl } from './support/real-curl.ts';

const curl = findCurl();
if (curl === undefined) throw new Error('There is no curl: set CURL_BIN.');
const real = await startRealCurl(curl);
mkdirSync(join(CORPUS, 'recorded'), { recursive: true });
const wanted = process.argv.slice(2);
let count = 0;
for (const file of corpusFiles().filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const recording: Recording = { curl: real.version, cases: {} };
  for (const { title, command, script, environment } of readCases(file)) {
    recording.cases[title] = { command, ...(await real.run(script, environment)) };
    count += 1;
  }
  writeFileSync(join(CORPUS, 'recorded', `${file}.json`), `${JSON.stringify(recording, null, 1)}\n`);
}
await real.close();
console.log(`${count} cases recorded with ${real.version}`);
