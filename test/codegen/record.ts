/**
 * Records what real curl sends for the cases: `npx tsx test/codegen/record.ts`, with names of cases for these alone.
 * The recording is compared with what the programs of all languages send, so that the tests need no curl.
 */
import { readRecords, writeRecords } from '../support/records.ts';
import { CASES } from './support/cases.ts';
import type { StoredRequest } from './support/compare.ts';
import { curlVersion, RUNNERS } from './support/runners.ts';
import { sendAll } from './support/send.ts';

const runner = RUNNERS.curl;
if (runner === undefined) throw new Error('no runner for curl');
const FILE = new URL('recorded/curl.json', import.meta.url);
const names = process.argv.slice(2);
const cases = names.length === 0 ? CASES : CASES.filter(({ name }) => names.includes(name));
const known = names.length === 0 ? {} : readRecords<StoredRequest[] | undefined>(FILE).records;
const sent = await sendAll({ language: 'curl', library: undefined }, runner, cases);
const records = Object.fromEntries(CASES.map(({ name }) => [name, sent.get(name)?.requests ?? known[name]]));
writeRecords(FILE, { curl: curlVersion(), records });
console.log(`${cases.length} cases with ${curlVersion()}`);
