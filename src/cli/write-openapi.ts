/** Writes openapi/openapi.json; with --check only compares it. */
import { readFile, writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { buildApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { fromPglite, PGLITE_EXTENSIONS } from '../db/client.ts';

const check = process.argv.includes('--check');
const app = await buildApp(loadConfig({ LOG_LEVEL: 'silent' }), {
  database: fromPglite(await PGlite.create({ extensions: PGLITE_EXTENSIONS })),
});
const { body } = await app.inject('/openapi.json');
const text = `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
const file = new URL('../../openapi/openapi.json', import.meta.url);
const isStale = check && (await readFile(file, 'utf8').catch(() => '')) !== text;
if (isStale) process.stderr.write('openapi/openapi.json is not up to date: run npm run openapi.\n');
if (!check) await writeFile(file, text);
await app.close();
process.exit(isStale ? 1 : 0);
