/** Reads JSON texts token by token within a budget, without building a tree. Pure. */
import { createScanner } from 'jsonc-parser';

/** A bracket, comma, colon, name or value, as written in the text. */
interface Token {
  kind: string;
  text: string;
}

/** The deepest nesting that is laid out: deeper, indentation outgrows the text. */
const MAX_DEPTH = 100;

/** Characters of a text that are read to tell whether it is JSON; a longer one is taken for what it begins with. */
const MAX_READ = 200_000;

/** Whether a text is a JSON object or array, nested no deeper than {@link MAX_DEPTH}. */
export function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || isDeep(text)) return false;
  if (text.length > MAX_READ) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.slice(0, MAX_READ).matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** The tokens of a JSON text that {@link isJson} has accepted, or of its beginning. */
function* tokensOf(text: string): Generator<Token> {
  const scanner = createScanner(text, true);
  for (let start = 0; ; ) {
    scanner.scan();
    start = scanner.getTokenOffset();
    if (start >= text.length) return;
    const token = text.slice(start, start + scanner.getTokenLength());
    yield { kind: token[0] ?? '', text: token };
  }
}

/** A JSON text laid out, each number and name as it was typed: its first lines. */
export function* linesOfJson(text: string): Generator<string> {
  let depth = 0;
  let line = '';
  let before = '';
  for (const { kind, text: token } of tokensOf(text)) {
    const closes = kind === '}' || kind === ']';
    if (closes) depth -= 1;
    const isEmpty = closes && (before === '{' || before === '[');
    if (before === ',' || before === '{' || before === '[' || closes)
      if (!isEmpty) {
        yield line;
        line = '  '.repeat(depth);
      }
    line += kind === ':' ? ': ' : token;
    if (kind === '{' || kind === '[') depth += 1;
    before = kind;
  }
  yield line;
}
