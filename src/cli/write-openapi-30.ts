/** Writes openapi/openapi-3.0.json, which git ignores, from the committed openapi/openapi.json. */
import { readFile, writeFile } from 'node:fs/promises';
import { toOpenApi30 } from '../plugins/openapi-30.ts';

const folder = new URL('../../openapi/', import.meta.url);
const latest: unknown = JSON.parse(await readFile(new URL('openapi.json', folder), 'utf8'));
await writeFile(new URL('openapi-3.0.json', folder), `${JSON.stringify(toOpenApi30(latest), null, 2)}\n`);
