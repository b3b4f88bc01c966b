/** Request pass: what follows the name of `-F`: contents and their details (tool_formparse.c is the model). */
import type { Diagnostics } from '../diagnostics.ts';
import type { Use } from '../options/transfer.ts';
import { type Word, withoutBackslashes } from '../word.ts';

/** A content with what follows it: `;type=…;filename=…`. */
export interface Content {
  data: Word;
  type: Word | undefined;
  filename: Word | undefined;
  encoder: Word | undefined;
  headers: Word[];
  end: string;
}

/** A content without details. */
export function contentOf(data: Word): Content {
  return { data, type: undefined, filename: undefined, encoder: undefined, headers: [], end: '' };
}

/** Up to what ends a content: a `;`, and where there may be several contents a comma. */
const PLAIN = { '': /[^;]*/y, ',': /[^;,]*/y } as const;
type Stop = keyof typeof PLAIN;
const QUOTED = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const BLANKS = /[ \t]*/y;
const DETAIL = /(?:type|filename|encoder|headers)=/iy;
const TYPE = /[^()<>@,;:\\"[\]?=\r\n ]*/y;
/** Parameters of a type: up to a `;` that begins another detail. */
const PARAMETERS = {
  '': /(?:;(?![ \t]*(?:filename|headers|encoder)=)[^;]*)*/iy,
  ',': /(?:;(?![ \t]*(?:filename|headers|encoder)=)[^;,]*)*/iy,
} as const;

/** Reads the contents of a `-F` value and their details. */
export class ContentReader {
  readonly #use: Use;
  readonly #word: Word;
  readonly #text: string;
  readonly #diagnostics: Diagnostics;
  #at: number;
  #hasTrail = false;

  /** @param at where the first content begins */
  constructor(use: Use, at: number, diagnostics: Diagnostics) {
    this.#use = use;
    this.#word = use.value;
    this.#text = use.value.outline;
    this.#at = at;
    this.#diagnostics = diagnostics;
  }

  /** One content with its details, up to `stop`, a comma if any, or the end. The character before it, `@`, `<` or `,`, has been skipped. */
  read(stop: Stop): Content {
    this.#take(BLANKS);
    let isCut = this.#text[this.#at] !== '"';
    const content = contentOf(this.#piece(stop));
    while (this.#text[this.#at] === ';') {
      this.#at += 1;
      this.#take(BLANKS);
      this.#detail(content, stop, isCut);
      isCut = false;
    }
    content.end = this.#text[this.#at] ?? '';
    this.#at += 1;
    return content;
  }

  #take(pattern: RegExp): string {
    const start = this.#at;
    pattern.lastIndex = start;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
    return this.#text.slice(start, this.#at);
  }

  /** @param isCut where no detail is known here, an unquoted content ended before all of it was read */
  #detail(content: Content, stop: Stop, isCut: boolean): void {
    const start = this.#at;
    const name = this.#take(DETAIL).toLowerCase();
    if (name === '' && isCut) this.#warnOfTrail();
    if (name === 'headers=') {
      this.#header(content, stop);
      return;
    }
    const isTyped = name === 'type=' && content.type !== undefined;
    if (isTyped) this.#at = start;
    else if (name !== '') this.#take(BLANKS);
    if (name === 'type=' && !isTyped) content.type = this.#type(stop);
    else {
      const piece = this.#piece(stop);
      if (name === 'filename=') content.filename = piece;
      else if (name === 'encoder=') content.encoder = piece;
      else if (!piece.isEmpty) this.#warnOfTrail();
    }
  }

  #warnOfTrail(): void {
    if (this.#hasTrail) return;
    this.#hasTrail = true;
    this.#diagnostics.warn('form_trailing_text', this.#use);
  }

  #header(content: Content, stop: Stop): void {
    const fromFile = this.#text[this.#at] === '@' || this.#text[this.#at] === '<';
    if (fromFile) this.#at += 1;
    this.#take(BLANKS);
    const header = this.#piece(stop);
    if (fromFile) this.#diagnostics.warn('header_file', this.#use);
    else if (!header.isEmpty) content.headers.push(header);
    else this.#diagnostics.warn('form_part', this.#use, 'An empty header ends the headers of the part.');
  }

  #type(stop: Stop): Word {
    const start = this.#at;
    const type = this.#take(TYPE);
    if (this.#at < this.#text.length && this.#text[this.#at] !== ';' && this.#text[this.#at] !== stop) {
      // A character that is invalid in a type ends it, and curl ignores the rest of the part.
      this.#warnOfTrail();
      this.#at = this.#text.length;
      return this.#word.slice(start, start + type.length);
    }
    return this.#word.slice(start, start + trimmed(type + this.#take(PARAMETERS[stop]), ' \t;'));
  }

  /** A quoted or plain piece, up to `;`, `stop` or the end. Blanks at the end of a plain one go. */
  #piece(stop: Stop): Word {
    const start = this.#at;
    const quoted = this.#take(QUOTED);
    const rest = this.#take(PLAIN[stop]);
    if (quoted === '') return this.#word.slice(start, start + trimmed(rest, ' \t'));
    if (/\S/.test(rest)) this.#warnOfTrail();
    return withoutBackslashes(this.#word.slice(start + 1, start + quoted.length - 1), /\\["\\]/g);
  }
}

function trimmed(text: string, chars: string): number {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return end;
}
