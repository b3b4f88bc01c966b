/** Compares two JSON texts by key: values as they stand, so that numbers which JSON.parse would change stay. Pure. */
import { isJson, MAX_DEPTH, tokensOf } from './json-lines.ts';

/** The value of a key that one of the two does not have. */
const ABSENT = '–';

/** What is read of each text: characters, values, and the characters of the values' paths. */
const MAX_READ = 1_000_000;
const MAX_VALUES = 20_000;
const MAX_PATHS = 4_000_000;

/** A key as its path (`user.roles[0]`), with its value in both texts. */
export type JsonDifference = readonly [path: string, older: string, newer: string];

export interface JsonComparison {
  /** The keys whose values differ, in the order of the texts. */
  differences: JsonDifference[];
  /** How many values of each text were compared; undefined where it was all of them. */
  compared: number | undefined;
}

/** Compares two texts; undefined unless both are JSON objects or arrays. */
export function compareJson(older: string, newer: string): JsonComparison | undefined {
  if (!isJson(older) || !isJson(newer)) return undefined;
  const [before, after] = [valuesOf(older), valuesOf(newer)];
  const differences: JsonDifference[] = [];
  for (const path of new Set([...before.values.keys(), ...after.values.keys()])) {
    const [left, right] = [before.values.get(path), after.values.get(path)];
    // What one text lacks may stand where it was not read.
    const isKnown = (left ?? !before.isCut) && (right ?? !after.isCut);
    if (left !== right && isKnown !== false) differences.push([path, left ?? ABSENT, right ?? ABSENT]);
  }
  const isCut = before.isCut || after.isCut;
  const compared = Math.min(before.values.size, after.values.size);
  return { differences, compared: isCut ? compared : undefined };
}

/** An object or array that is being read: its path, and the next key in it. */
interface Branch {
  path: string;
  /** The next index of an array; undefined in an object. */
  index: number | undefined;
  key: string;
  isEmpty: boolean;
}

/** The values that have no keys of their own, by path; an empty object or array is one, too. */
function valuesOf(text: string): { values: Map<string, string>; isCut: boolean } {
  const values = new Map<string, string>();
  const branches: Branch[] = [];
  let pathsLength = 0;
  let isName = false;
  /** The path of the value that begins here. */
  const place = (): string => {
    const branch = branches.at(-1);
    if (branch === undefined) return '';
    branch.isEmpty = false;
    return branch.index === undefined ? branch.key : `${branch.path}[${branch.index++}]`;
  };
  const set = (path: string, value: string) => {
    values.set(path, value);
    pathsLength += path.length;
  };
  for (const { kind, text: token } of tokensOf(text.slice(0, MAX_READ))) {
    if (values.size >= MAX_VALUES || pathsLength >= MAX_PATHS || branches.length > MAX_DEPTH)
      return { values, isCut: true };
    const branch = branches.at(-1);
    if (kind === ',' || kind === ':') isName = kind === ',' && branch?.index === undefined;
    else if (isName && branch !== undefined && kind === '"') branch.key = keyPath(branch.path, token);
    else if (kind === '{' || kind === '[') {
      branches.push({ path: place(), index: kind === '[' ? 0 : undefined, key: '', isEmpty: true });
      isName = kind === '{';
    } else if (kind === '}' || kind === ']') {
      branches.pop();
      if (branch?.isEmpty) set(branch.path, kind === '}' ? '{}' : '[]');
      isName = false;
    } else set(place(), token);
  }
  return { values, isCut: text.length > MAX_READ };
}

function keyPath(path: string, token: string): string {
  const name = unquoted(token);
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function unquoted(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token; // the end of what is read may be within a name
  }
}
