/** Request pass: what follows the name of `-F`: contents and their details (tool_formparse.c is the model). */
import type { Diagnostics } from '../diagnostics.ts';
import type { Use } from '../options/transfer.ts';
import { trimmed, type Word, withoutBackslashes } from '../word.ts';

/** A content with what follows it: `;type=…;filename=…`. */
export interface Content {
  data: Word;
  type?: Word;
  filename?: Word | undefined;
  encoder?: Word;
  headers: Word[];
}

const QUOTED = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const BLANKS = /[ \t]*/y;
const DETAIL = /[ \t]*(?:(type|filename|encoder|headers)=)?/iy;
const TYPE = /[^()<>@,;:\\"[\]?=\r\n ]*/y;
/** A piece that is not quoted. Between the names of files, a comma ends it, too. */
const PLAIN = /[^;]*/y;
const LISTED = /[^;,]*/y;
/** The parameters of a type: up to a `;` that begins another detail. */
const PARAMETERS = /(?:;(?![ \t]*(?:filename|headers|encoder)=)[^;]*)*/iy;
const NESTED = 'curl nests several files of one part, which is not read. Write -F once for each file.';

/**
 * The content of a `-F` value with its details.
 * @param from where the content begins
 * @param isList whether it is a list of files
 * @throws InputError for several files
 */
export function readContent(use: Use, from: number, isList: boolean, diagnostics: Diagnostics): Content {
  const { value } = use;
  const text = value.outline;
  let at = from;
  let hasTrail = false;
  const take = (pattern: RegExp): readonly string[] & { 0: string } => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text) ?? [''];
    at += taken[0].length;
    return taken;
  };
  /** A quoted or plain piece, with the blanks before it. Blanks at the end of a plain one go. */
  const piece = (): Word => {
    take(BLANKS);
    const start = at;
    const [quoted] = take(QUOTED);
    const [rest] = take(isList ? LISTED : PLAIN);
    if (quoted === '') return value.slice(start, start + trimmed(rest, ' \t'));
    hasTrail ||= /\S/.test(rest);
    return withoutBackslashes(value.slice(start + 1, start + quoted.length - 1), /\\["\\]/g);
  };
  const readType = (): Word => {
    take(BLANKS);
    const start = at;
    const [type] = take(TYPE);
    if (at === text.length || text[at] === ';' || (isList && text[at] === ','))
      return value.slice(start, start + trimmed(type + take(PARAMETERS)[0], ' \t;'));
    // A character that is invalid in a type ends it, and curl ignores the rest of the part.
    hasTrail = true;
    at = text.length;
    return value.slice(start, start + type.length);
  };
  const addHeader = (content: Content): void => {
    const isFile = /[@<]/.test(text.charAt(at));
    if (isFile) at += 1;
    const header = piece();
    if (isFile) diagnostics.warn('header_file', use);
    else if (!header.isEmpty) content.headers.push(header);
    else diagnostics.warn('form_part', use, 'An empty header ends the headers of the part.');
  };
  /** `;name=value` */
  const addDetail = (content: Content, isCut: boolean): void => {
    at += 1;
    const name = take(DETAIL)[1]?.toLowerCase();
    hasTrail ||= name === undefined && isCut;
    if (name === 'headers') addHeader(content);
    else if (name === 'type' && content.type === undefined) content.type = readType();
    else if (name === 'filename' || name === 'encoder') content[name] = piece();
    else hasTrail = !piece().isEmpty || hasTrail;
  };

  take(BLANKS);
  // Where no detail follows, an unquoted content ended before all of it was read.
  let isCut = text[at] !== '"';
  const content: Content = { data: piece(), headers: [] };
  for (; text[at] === ';'; isCut = false) addDetail(content, isCut);
  if (text[at] === ',') throw diagnostics.error('form_nesting', use, NESTED);
  if (hasTrail) diagnostics.warn('form_trailing_text', use);
  return content;
}
