/** Records what real curl sends for every case: `npm run -s corpus:record [theme…]`, with CURL_BIN or curl from PATH. */
import { writeFileSync } from 'node:fs';
import { corpusThemes, type Recording, readCases, recordingPath } from './support/corpus.ts';
import { findCurl, startRealCurl } from './support/real-curl.ts';

const curl = findCurl();
if (curl === undefined) throw new Error('There is no curl: set CURL_BIN.');
const real = await startRealCurl(curl);
const wanted = process.argv.slice(2);
let count = 0;
for (const theme of corpusThemes().filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const recording: Recording = { curl: real.version, cases: {} };
  for (const { title, command, script, environment } of readCases(theme)) {
    recording.cases[title] = { command, ...(await real.run(script, environment)) };
    count += 1;
  }
  writeFileSync(recordingPath(theme), `${JSON.stringify(recording, null, 1)}\n`);
}
await real.close();
console.log(`${count} cases recorded with ${real.version}`);
