/** Shell functions that a text defines: `api() { curl … "$1"; }`, `function api { … }`. */
import { Scope, ShellFunctions } from './command.ts';
import { type Context, startsWithCurl } from './context.ts';
import { PosixLexer } from './lexer.ts';

/** A definition up to its opening brace, where a command may begin. */
const DEFINITION =
  /(?:^|[;&|\n])[ \t]*(?:function[ \t]+([\w.:-]{1,60})[ \t]*(?:\([ \t]*\))?|([\w.:-]{1,60})[ \t]*\([ \t]*\))\s{0,20}\{(?=\s)/g;
const MAX_DEFINITIONS = 20;

/** The functions by name; undefined when there are none. The last definition of a name counts. */
export function shellFunctions(context: Context): ShellFunctions | undefined {
  const { text } = context;
  // The first command is the one that is read: what is defined after it does not matter.
  if (startsWithCurl(text) && text.charCodeAt(4) === 0x20) return undefined;
  if (!text.includes('()') && !text.includes('function ') && !text.includes('( )')) return undefined;
  const functions = new ShellFunctions();
  DEFINITION.lastIndex = 0;
  for (let count = 0; count < MAX_DEFINITIONS; count += 1) {
    const match = DEFINITION.exec(text);
    if (match === null) break;
    const start = match.index + match[0].length;
    const end = bodyEnd(context, start);
    // What is not closed is no function: it may stand in a quoted text, as may all that follow.
    if (end === undefined) break;
    functions.define(match[1] ?? match[2] ?? '', match.index, { text: text.slice(start, end), start, end });
    DEFINITION.lastIndex = end;
  }
  return functions.size === 0 ? undefined : functions;
}

/** The index of the `}` that closes a body. */
function bodyEnd(context: Context, start: number): number | undefined {
  const warned = context.warned;
  try {
    const options = { scope: new Scope(), substitutions: [], depth: 0 };
    const lexer = new PosixLexer(context, context.text, { start, end: context.text.length }, options);
    let closed = 0;
    for (let command = lexer.next(); command !== undefined; command = lexer.next()) {
      const [word] = command.words;
      if (word?.text !== '}' || word.from < 0) continue;
      if (closed === (lexer.groups ?? 0)) return word.start;
      closed += 1;
    }
  } catch {
    // A quote that is not closed: the text is read as without functions.
  } finally {
    context.forgetWarnings(warned);
  }
  return undefined;
}
