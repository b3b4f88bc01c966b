/** The golden programs: `test/codegen/golden/<case>/<filename>`, real files that can be run as they are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCode, LANGUAGES } from '../../../src/codegen/index.ts';
import { CASES } from './cases.ts';

export const GOLDEN = join(import.meta.dirname, '..', 'golden');

/** Cases that show each kind of program once. */
const SHOWN = [
  'get-query',
  'get-headers',
  'json-compact',
  'json-lines',
  'put-json',
  'form',
  'multipart-file',
  'multipart-headers',
  'file-data',
  'bytes',
  'basic',
  'digest',
  'variable-header',
  'compressed-insecure-post',
  'follow-each-form-redirect-302',
  'header-repeated',
  'omit-both',
  'target-dot-segments',
  'hostile-body-4',
  'everyday-llm-chat',
  'everyday-soap',
  'file-stdin',
  'form-text-and-files',
  'json-records',
  'lines-variable',
  'everyday-browser-post',
];

export interface Golden {
  /** Path inside the golden folder. */
  path: string;
  code: string;
}

/** What the golden files should hold. */
export function goldenPrograms(): Golden[] {
  return SHOWN.flatMap((name) => {
    const found = CASES.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no case ${name}`);
    return LANGUAGES.map((language) => {
      const { filename, code } = generateCode(found.request, language);
      return { path: join(name, filename), code };
    });
  });
}

/** What a golden file holds; undefined when it is missing. */
export function goldenFile(path: string): string | undefined {
  const file = join(GOLDEN, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The golden files that there are. */
export function goldenFiles(): string[] {
  return readdirSync(GOLDEN, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(GOLDEN.length + 1));
}
