/** Writes the generated parts of docs/; test/readme.test.ts fails when they are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { EMITTERS } from '../codegen/index.ts';
import { CODEGEN_WARNINGS } from '../codegen/plan/context.ts';
import { type OpenApi, type Recorded, withApiExamples } from './api-examples.ts';
import { code, fillBlock, table } from './docs-blocks.ts';
import { withTables } from './parsing-tables.ts';
import { withPrograms } from './side-by-side.ts';

const json = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'));
const document = json('openapi') as OpenApi; // written by write-openapi.ts
const examples = json('examples') as Recorded; // written by test/write-examples.ts

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { summary, description = '' }]) => [
    code(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    summary,
    /Scope: (`[^`]+`)/.exec(description)?.[1] ??
      (description.includes('Any valid key.') ? 'any key' : 'no key'),
  ]),
);

const languages = Object.entries(EMITTERS).flatMap(([language, { libraries, run }]) =>
  libraries.map(({ name, requires, install, run: own = run }) => {
    const command = install([]);
    return [code(language), name, requires, command === null ? '' : code(command), code(own)];
  }),
);

const warnings = Object.entries(CODEGEN_WARNINGS).map(([name, meaning]) => [code(name), meaning]);

function rewrite(name: string, change: (page: string) => string): void {
  const file = new URL(`../../docs/${name}.md`, import.meta.url);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

rewrite('api', (page) => {
  const written = fillBlock(
    page,
    'operations',
    table(['Method and path', 'What it does', 'Scope'], operations),
  );
  return withApiExamples(written, document, examples);
});
rewrite('languages', (page) => {
  const head = ['`language`', 'Library', 'Runs on', 'Install', 'Run'];
  const written = fillBlock(page, 'languages', table(head, languages));
  return fillBlock(written, 'warnings', table(['`code`', 'Meaning'], warnings));
});
rewrite('side-by-side', withPrograms);
rewrite('parsing', withTables);
