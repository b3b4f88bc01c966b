/**
 * Writes a copy of the document without errors and headers of answers, and without what excludes what, of which generators make
 * a class that nobody uses: node slim.mjs <from> <to>
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [, , from, to] = process.argv;
const document = JSON.parse(readFileSync(from, 'utf8'));
for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
  for (const [status, response] of Object.entries(operation.responses)) {
    delete response.headers;
    if (status >= '300') delete operation.responses[status];
  }
for (const schema of Object.values(document.components.schemas)) delete schema.not;
writeFileSync(to, JSON.stringify(document));
