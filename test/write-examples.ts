/**
 * Records the examples of the OpenAPI document and of docs/api.md from a run of the service on PGlite:
 *   npm run examples
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../src/db/client.ts';
import { recordOperation, recordWrongMethod } from './support/examples.ts';
import { OPERATIONS } from './support/operations.ts';
import { makeWorld } from './support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'playgrounds-'));
const teardowns: (() => unknown)[] = [];
let databases = 0;
const newDatabase = () => {
  databases += 1;
  return openDatabase({ url: undefined, dataDir: join(folder, String(databases)), poolSize: 1 });
};
const teardown = (run: () => unknown) => void teardowns.push(run);
const world = await makeWorld({ teardown }, 'pglite', newDatabase);
const examples: Record<string, unknown> = {};
for (const operation of OPERATIONS) examples[operation.id] = await recordOperation(operation, world);
examples['wrongMethod'] = await recordWrongMethod(world);
writeFileSync(new URL('../openapi/examples.json', import.meta.url), `${JSON.stringify(examples, null, 1)}\n`);
for (const run of teardowns) await run();
rmSync(folder, { recursive: true });
