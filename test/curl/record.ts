/** Records what real curl sends for every case: `npm run -s corpus:record [theme…]`, with CURL_BIN or curl from PATH. */
import { corpusThemes, type Recording, readCases, writeRecording } from './support/corpus.ts';
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
  writeRecording(theme, recording);
}
await real.close();
console.log(`${count} cases recorded with ${real.version}`);
