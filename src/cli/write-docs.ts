/** Writes the generated parts of docs/; test/readme.test.ts fails when they are out of date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { EMITTERS } from '../codegen/index.ts';
import { CODEGEN_WARNINGS } from '../codegen/plan/context.ts';
import { type OpenApi, type Recorded, withApiExamples } from './api-examples.ts';
import { withPrograms } from './side-by-side.ts';

const page = (name: string) => new URL(`../../docs/${name}.md`, import.meta.url);
const json = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'));
const document = json('openapi') as OpenApi; // written by write-openapi.ts

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |');
const code = (text: string) => `\`${text}\``;

function operations(): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, description = '' }]) =>
      row(
        code(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
        summary,
        /Scope: (`[^`]+`)/.exec(description)?.[1] ??
          (description.includes('Any valid key.') ? 'any key' : 'no key'),
      ),
    ),
  );
}

function languages(): string[] {
  return Object.entries(EMITTERS).flatMap(([language, { libraries, run }]) =>
    libraries.map(({ name, requires, install, run: own = run }) => {
      const command = install([]);
      return row(code(language), name, requires, command === null ? '' : code(command), code(own));
    }),
  );
}

function warnings(): string[] {
  return Object.entries(CODEGEN_WARNINGS).map(([name, meaning]) => row(code(name), meaning));
}

/** Replaces the rows of a marked table below its header. */
function fill(text: string, name: string, rows: string[]): string {
  const block = new RegExp(`(<!-- ${name}:start -->\\n.*\\n.*\\n)[\\s\\S]*?(<!-- ${name}:end -->)`);
  return text.replace(block, (_all, head: string, end: string) => `${head}${rows.join('\n')}\n${end}`);
}

function write(name: string, table: string, rows: string[]): void {
  writeFileSync(page(name), fill(readFileSync(page(name), 'utf8'), table, rows));
}

write('api', 'operations', operations());
writeFileSync(
  page('api'),
  // examples.json is written by test/write-examples.ts
  withApiExamples(readFileSync(page('api'), 'utf8'), document, json('examples') as Recorded),
);
write('languages', 'languages', languages());
write('languages', 'warnings', warnings());
writeFileSync(page('side-by-side'), withPrograms(readFileSync(page('side-by-side'), 'utf8')));
