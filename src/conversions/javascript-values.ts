/**
 * Reads the arguments of a JavaScript call whose values are written out: JSON, and what people write for it: strings in
 * single quotes or backticks, names without quotes, commas before brackets, comments, `undefined`, `JSON.stringify(…)`.
 * The text is rewritten token by token to JSON, in one pass, and jsonc-parser reads that. Pure.
 */
import { parse } from 'jsonc-parser';
import { NotConvertible } from './conversion-draft.ts';

/** The name under which the arguments of `JSON.stringify(…)` stand in an object of their own. */
export const STRINGIFY = 'JSON.stringify';
const MAX_DEPTH = 100;

const TOKEN =
  /(\s+|\/\/.*|\/\*[\s\S]*?\*\/)|("[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'|`(?:[^`\\$]|\\[\s\S]|\$(?!\{))*`)|([{[(])|([}\])])|([,:])|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|undefined)(?![\w$.(])|JSON\.stringify\(|([A-Za-z_$][\w$]*)(?=\s*:)/y;
/** What a value that is not written out begins with, to name it. */
const EXPRESSION = /`[^`]{0,200}`|[^\s,;()[\]{}]{1,60}|[\s\S]/y;
const ESCAPE = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|\r?\n|([\s\S]))/gi;
const LETTERS = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }));

/**
 * Returns the arguments of a call, and where it ends.
 * @param at behind the opening parenthesis
 * @throws NotConvertible for an expression, which has no value here
 */
export function callArguments(text: string, at: number): { values: unknown[]; end: number } {
  let json = '[';
  const closing = [')'];
  TOKEN.lastIndex = at;
  while (closing.length > 0) {
    const from = TOKEN.lastIndex;
    const [token, blank, string, opening, close, mark, literal, name] = TOKEN.exec(text) ?? [];
    if (token === undefined || opening === '(' || closing.length > MAX_DEPTH) throw expression(text, from);
    if (string !== undefined) json += JSON.stringify(unescaped(string));
    else if (name !== undefined) json += JSON.stringify(name);
    else if (literal !== undefined) json += literal === 'undefined' ? 'null' : literal;
    else if (token === 'JSON.stringify(') {
      json += `{"${STRINGIFY}":[`;
      closing.push(')');
    } else if (opening !== undefined) {
      json += opening;
      closing.push(opening === '{' ? '}' : ']');
    } else if (close !== undefined) {
      if (closing.pop() !== close) throw expression(text, from);
      json += close !== ')' ? close : closing.length > 0 ? ']}' : ']';
    } else json += mark ?? (blank === undefined ? '' : ' ');
  }
  const errors: { offset: number }[] = [];
  const values: unknown = parse(json, errors as [], { allowTrailingComma: true });
  if (errors.length > 0 || !Array.isArray(values)) throw new NotConvertible('The call is not complete.');
  return { values, end: TOKEN.lastIndex };
}

function expression(text: string, at: number): NotConvertible {
  EXPRESSION.lastIndex = at;
  const found = EXPRESSION.exec(text)?.[0].trim();
  if (found === undefined || found === '') return new NotConvertible('The call is not complete.');
  return new NotConvertible(
    `\`${found}\` is not a value that the text shows. Write the value there, or a placeholder such as "{{token}}".`,
  );
}

/** The value of a string of JavaScript. */
function unescaped(string: string): string {
  return string.slice(1, -1).replace(ESCAPE, (_, braced, four, two, letter) => {
    const code = braced ?? four ?? two;
    if (code === undefined) return letter === undefined ? '' : (LETTERS.get(letter) ?? letter);
    const point = Number.parseInt(code, 16);
    return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
}
