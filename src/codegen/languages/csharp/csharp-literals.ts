/** Writes literals and calls of C#. */
import type { Template } from '../../plan/plan.ts';
import type { Identifiers } from '../../text/identifiers.ts';
import { indented } from '../../text/layout.ts';
import { C_ESCAPES, DOUBTFUL, escaper, isPlain, isPrintableLines, unitEscapes } from '../../text/literals.ts';
import { ownText } from '../../text/templates.ts';

export function textLiteral(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return csharpLiteral(text);
  const write = (piece: string) => csharpLiteral(piece).slice(1, -1).replace(/[{}]/g, '$&$&');
  return names.only(text) ?? `$"${names.interpolated(text, write, '{', '}')}"`;
}

/** Returns a text as a raw literal, where that saves escapes or has lines. */
export function rawText(text: Template, names: Identifiers): string {
  const own = ownText(text);
  if (!prefersRaw(own)) return textLiteral(text, names);
  if (typeof text === 'string') return rawLiteral(text, text, 0);
  // An interpolation needs more braces than any run of them in the text.
  const depth = longestRun(own, /[{}]+/g) + 1;
  const inner = names.interpolated(text, (piece) => piece, '{'.repeat(depth), '}'.repeat(depth));
  return rawLiteral(inner, own, depth);
}

/** Returns a raw literal; `own` is its text without the variables. */
function rawLiteral(inner: string, own: string, depth: number): string {
  const quotes = /"""/.test(own) ? '"'.repeat(longestRun(own, /"+/g) + 1) : '"""';
  const start = '$'.repeat(depth) + quotes;
  if (!own.includes('\n') && inner[0] !== '"' && !inner.endsWith('"')) return start + inner + quotes;
  return `${start}\n${indented(inner, '    ')}\n    ${quotes}`;
}

/** Returns a call statement, with one argument per line where they do not fit on one line. */
export function call(start: string, ...args: readonly string[]): string {
  const flat = `${start}(${args.join(', ')});`;
  return flat.length <= 120 && !flat.includes('\n') ? flat : `${start}(\n    ${args.join(',\n    ')});`;
}

/** Returns a text as a content; its default type is removed unless one is given. */
export function stringContent(start: string, text: string, type: string | undefined): string {
  if (type === undefined) return `${start}new StringContent(${text}) { Headers = { ContentType = null } }`;
  return call(`${start}new StringContent`, text, type).slice(0, -1);
}

export function duration(milliseconds: number): string {
  const isWhole = milliseconds % 1000 === 0;
  return `TimeSpan.From${isWhole ? 'Seconds' : 'Milliseconds'}(${isWhole ? milliseconds / 1000 : milliseconds})`;
}

function longestRun(text: string, runs: RegExp): number {
  return Math.max(0, ...[...text.matchAll(runs)].map(([run]) => run.length));
}

function prefersRaw(text: string): boolean {
  return (/["\\]/.test(text) || (text.includes('\n') && /\S/.test(text))) && isPrintableLines(text);
}

/** Returns a text as a regular string literal: no interpolation, escapes of fixed length only. */
export function csharpLiteral(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  if (/^[\t\n\r -~]*$/.test(text)) return JSON.stringify(text);
  return `"${text.replace(DOUBTFUL, escapeChar)}"`;
}

const escapeChar = escaper(C_ESCAPES, unitEscapes);
