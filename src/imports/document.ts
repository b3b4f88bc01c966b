/** Reads a document as JSON or YAML, and its values without trusting their types. */
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { escapePointer, InputError } from '../errors.ts';

/** Nesting that no document of people has. */
const MAX_DEPTH = 100;
/** Values of a document, each counted as often as aliases repeat it; and what may begin one in JSON, and in YAML. */
const MAX_VALUES = 500_000;
const JSON_MARKS = /[,[{]/g;
const MAX_YAML_VALUES = 250_000;
const YAML_MARKS = /[\n,[{]/g;

/** An object of a document. Its own names only: `__proto__` and the like are names as any other. */
export type Fields = Readonly<Record<string, unknown>>;

export type Step = string | number;

/** A 400 that points into the document. */
export function refusal(path: readonly Step[], code: string, message: string): InputError {
  const field = path.map((step) => `/${escapePointer(String(step))}`).join('');
  return new InputError({ field, code, message });
}

/**
 * Reads a text as JSON, else as YAML. No remote entity or reference is loaded.
 * @returns undefined if it is neither an object nor a list
 * @throws InputError for what is nested too deeply or expands to too much
 */
export function readDocument(text: string): Fields | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  assertSize(value);
  return value as Fields;
}

/** Refuses, before it is parsed, a text that may have more values than fit into memory. */
function assertFew(text: string, mark: RegExp, max: number): void {
  let count = 0;
  for (mark.lastIndex = 0; mark.test(text); count += 1) if (count >= max) throw tooMany([]);
}

function parsed(text: string): unknown {
  if (/^\s*[[{]/.test(text)) assertFew(text, JSON_MARKS, MAX_VALUES);
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON.
  }
  // Prose and programs are YAML, too; a document begins with a name, a list or a mark.
  const lines = text.slice(0, 10_000).split('\n');
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#')) ?? '';
  if (!/^(?:---|\{|\[|- |["'\w$-]+[ \t]*:)/.test(first)) return undefined;
  assertFew(text, YAML_MARKS, MAX_YAML_VALUES);
  try {
    return load(text, { schema: CORE_SCHEMA.withTags(mergeTag), maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (/maxDepth/.test(error.message)) throw tooDeep([]);
    return undefined;
  }
}

/** Counts what a walk through the document would meet: aliases can repeat little a million times, or for ever. */
function assertSize(root: object): void {
  let count = 0;
  const path: Step[] = [];
  const walk = (value: object): void => {
    if (path.length > MAX_DEPTH) throw tooDeep(path.slice(0, 8));
    for (const [name, item] of Object.entries(value)) {
      count += 1;
      if (count > MAX_VALUES) throw tooMany(path);
      if (typeof item !== 'object' || item === null) continue;
      path.push(name);
      walk(item);
      path.pop();
    }
  };
  walk(root);
}

const tooMany = (path: readonly Step[]) =>
  refusal(path, 'too_large', 'The document has too many values. Import a part of it.');

const tooDeep = (path: readonly Step[]) =>
  refusal(
    path,
    'too_deep',
    `The document is nested more than ${MAX_DEPTH} levels deep. Import a part of it.`,
  );

/** The value as an object, empty if it is none. */
export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as a list, empty if it is none. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The value as a text; numbers and booleans as they are written, everything else empty. */
export const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** A name of an object that is its own; undefined otherwise. */
export const own = (object: Fields, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
