/**
 * Writes a copy of the document without what generators make code of that nobody uses: errors, headers of responses, what
 * excludes what, the long introduction (repeated in each file), and the bounds of values, which are the service's to check.
 * Of the servers it leaves the one that everybody has, as the default: node slim.mjs <from> <to>
 */
import { readFileSync, writeFileSync } from 'node:fs';

const BOUNDS = [
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
];

function unbound(schema) {
  for (const key of BOUNDS) delete schema[key];
  for (const inner of [schema.items, schema.additionalProperties, ...Object.values(schema.properties ?? {})])
    if (inner instanceof Object) unbound(inner);
}

const [, , from, to] = process.argv;
const document = JSON.parse(readFileSync(from, 'utf8'));
document.info.description = document.info.description.split('\n')[0];
document.servers = [{ url: document.servers.at(-1).variables.origin.default }];
for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
  for (const parameter of operation.parameters ?? []) unbound(parameter.schema);
  for (const [status, response] of Object.entries(operation.responses)) {
    delete response.headers;
    if (status >= '300') delete operation.responses[status];
  }
}
for (const schema of Object.values(document.components.schemas)) {
  delete schema.not;
  unbound(schema);
}
writeFileSync(to, JSON.stringify(document));
