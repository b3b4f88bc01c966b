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
const DETAIL = /(?:type|filename|encoder|headers)=/iy;
const TYPE = /[^()<>@,;:\\"[\]?=\r\n ]*/y;
/** What a content may consist of, and the parameters of a type: up to a `;` that begins another detail. */
const SINGLE = {
  plain: /[^;]*/y,
  parameters: /(?:;(?![ \t]*(?:filename|headers|encoder)=)[^;]*)*/iy,
};
/** Where there may be several contents, a comma ends them, too. */
const LISTED = {
  plain: /[^;,]*/y,
  parameters: /(?:;(?![ \t]*(?:filename|headers|encoder)=)[^;,]*)*/iy,
};

/**
 * Reads the contents of a `-F` value with their details.
 * @param from where the first content begins
 * @param isList whether a comma ends a content
 */
export function readContents(use: Use, from: number, isList: boolean, diagnostics: Diagnostics): Content[] {
  const word = use.value;
  const text = word.outline;
  const { plain, parameters } = isList ? LISTED : SINGLE;
  let at = from;
  let hasTrail = false;

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  const warnOfTrail = () => {
    if (!hasTrail) diagnostics.warn('form_trailing_text', use);
    hasTrail = true;
  };
  /** A quoted or plain piece, with the blanks before it. Blanks at the end of a plain one go. */
  const takePiece = (): Word => {
    take(BLANKS);
    const start = at;
    const quoted = take(QUOTED);
    const rest = take(plain);
    if (quoted === '') return word.slice(start, start + trimmed(rest, ' \t'));
    if (/\S/.test(rest)) warnOfTrail();
    return withoutBackslashes(word.slice(start + 1, start + quoted.length - 1), /\\["\\]/g);
  };
  const takeType = (): Word => {
    take(BLANKS);
    const start = at;
    const type = take(TYPE);
    if (at === text.length || text[at] === ';' || (isList && text[at] === ','))
      return word.slice(start, start + trimmed(type + take(parameters), ' \t;'));
    // A character that is invalid in a type ends it, and curl ignores the rest of the part.
    warnOfTrail();
    at = text.length;
    return word.slice(start, start + type.length);
  };
  const takeHeader = (content: Content) => {
    const isFile = text[at] === '@' || text[at] === '<';
    if (isFile) at += 1;
    const header = takePiece();
    if (isFile) diagnostics.warn('header_file', use);
    else if (!header.isEmpty) content.headers.push(header);
    else diagnostics.warn('form_part', use, 'An empty header ends the headers of the part.');
  };

  const contents: Content[] = [];
  do {
    take(BLANKS);
    // Where no detail follows, an unquoted content ended before all of it was read.
    let isCut = text[at] !== '"';
    const content: Content = { data: takePiece(), headers: [] };
    contents.push(content);
    for (; text[at] === ';'; isCut = false) {
      at += 1;
      take(BLANKS);
      const start = at;
      const name = take(DETAIL).toLowerCase();
      if (name === '' && isCut) warnOfTrail();
      if (name === 'headers=') takeHeader(content);
      else if (name === 'filename=') content.filename = takePiece();
      else if (name === 'encoder=') content.encoder = takePiece();
      else if (name === 'type=' && content.type === undefined) content.type = takeType();
      else {
        at = start;
        if (!takePiece().isEmpty) warnOfTrail();
      }
    }
    at += 1;
  } while (text[at - 1] === ',');
  return contents;
}
