/** Request pass: what stands behind the name of `-F`: contents and their details (tool_formparse.c is the model). */
import type { Diagnostics } from '../diagnostics.ts';
import type { Use } from '../options/operation.ts';
import type { Range, Word } from '../shell/word.ts';

/** A content with what follows it: `;type=…;filename=…`. */
export interface Content {
  data: Word;
  type: Word | undefined;
  filename: Word | undefined;
  encoder: Word | undefined;
  headers: Word[];
  /** The character that ended it. */
  end: string;
}

/** One without details. */
export function contentOf(data: Word): Content {
  return { data, type: undefined, filename: undefined, encoder: undefined, headers: [], end: '' };
}

const SEMICOLON = /;/g;
const SEPARATOR = /[;,]/g;
const DETAIL = /(?:type|filename|encoder|headers)=/iy;

export class ContentReader {
  readonly #use: Use;
  readonly #word: Word;
  readonly #text: string;
  readonly #diagnostics: Diagnostics;
  #at: number;

  /** @param at where the first content begins */
  constructor(use: Use, at: number, diagnostics: Diagnostics) {
    this.#use = use;
    this.#word = use.value;
    this.#text = use.value.outline;
    this.#at = at;
    this.#diagnostics = diagnostics;
  }

  /** One content with its details, up to `stop`, a comma if any, or the end. The character before it, `@`, `<` or `,`, has been skipped. */
  read(stop: string): Content {
    this.#blanks();
    const start = this.#at;
    const content = contentOf(this.#piece(stop));
    let isCut = this.#text[start] !== '"';
    while (this.#text[this.#at] === ';') {
      this.#at += 1;
      this.#blanks();
      this.#detail(content, stop, isCut);
      isCut = false;
    }
    content.end = this.#text[this.#at] ?? '';
    this.#at += 1;
    return content;
  }

  /** @param isCut where no detail is known here, an unquoted content ended before all of it was read */
  #detail(content: Content, stop: string, isCut: boolean): void {
    DETAIL.lastIndex = this.#at;
    const written = DETAIL.exec(this.#text)?.[0] ?? '';
    const name = written.toLowerCase();
    if (name === '' && isCut) this.#diagnostics.warn('form_trailing_text', this.#use);
    const isKnown = name !== '' && (name !== 'type=' || content.type === undefined);
    if (isKnown) this.#at += written.length;
    if (isKnown && name !== 'headers=') this.#blanks();
    if (isKnown && name === 'type=') content.type = this.#type(stop);
    else if (name === 'headers=') this.#header(content, stop);
    else {
      const piece = this.#piece(stop);
      if (name === 'filename=') content.filename = piece;
      else if (name === 'encoder=') content.encoder = piece;
      else if (!piece.isEmpty) this.#diagnostics.warn('form_trailing_text', this.#use);
    }
  }

  #header(content: Content, stop: string): void {
    const fromFile = this.#text[this.#at] === '@' || this.#text[this.#at] === '<';
    if (fromFile) this.#at += 1;
    this.#blanks();
    const header = this.#piece(stop);
    if (fromFile) this.#diagnostics.warn('header_file', this.#use);
    else if (!header.isEmpty) content.headers.push(header);
    else this.#diagnostics.warn('form_part', this.#use, 'An empty header ends the headers of the part.');
  }

  /** Where the next `;` or `stop` is, or the end. */
  #next(from: number, stop: string): number {
    const separator = stop === '' ? SEMICOLON : SEPARATOR;
    separator.lastIndex = from;
    return separator.test(this.#text) ? separator.lastIndex - 1 : this.#text.length;
  }

  /** A content type with its parameters: up to a `;` that begins another detail. */
  #type(stop: string): Word {
    const text = this.#text;
    const start = this.#at;
    let end = start;
    while (end < text.length && !'()<>@,;:\\"[]?=\r\n '.includes(text.charAt(end))) end += 1;
    this.#at = end;
    if (end < this.#next(end, stop)) {
      // A character that no type has ends it, and curl looks at nothing more of this part.
      this.#diagnostics.warn('form_trailing_text', this.#use);
      this.#at = text.length;
      return this.#word.slice(start, end);
    }
    while (text[this.#at] === ';') {
      let next = this.#at + 1;
      while (isBlank(text[next])) next += 1;
      if (/^(?:filename|headers|encoder)=/i.test(text.slice(next, next + 10))) break;
      this.#at = this.#next(next, stop);
      for (let at = next; at < this.#at; at += 1) if (!isBlank(text[at])) end = at + 1;
    }
    return this.#word.slice(start, end);
  }

  #blanks(): void {
    while (isBlank(this.#text[this.#at])) this.#at += 1;
  }

  /** A quoted or plain piece, up to `;`, `stop` or the end. Blanks at the end of a plain one go. */
  #piece(stop: string): Word {
    const quoted = this.#text[this.#at] === '"' ? this.#quotedPiece(stop) : undefined;
    if (quoted !== undefined) return quoted;
    const start = this.#at;
    this.#at = this.#next(start, stop);
    let end = this.#at;
    while (end > start && isBlank(this.#text[end - 1])) end -= 1;
    return this.#word.slice(start, end);
  }

  /** Undefined when the closing quote is missing: then the quote is a character like any other. */
  #quotedPiece(stop: string): Word | undefined {
    const text = this.#text;
    const kept: Range[] = [];
    let from = this.#at + 1;
    let at = from;
    for (; text[at] !== '"'; at += 1) {
      if (at >= text.length) return undefined;
      if (text[at] !== '\\' || (text[at + 1] !== '\\' && text[at + 1] !== '"')) continue;
      kept.push({ from, to: at });
      at += 1;
      from = at;
    }
    const next = this.#next(at + 1, stop);
    if (/\S/.test(text.slice(at + 1, next))) this.#diagnostics.warn('form_trailing_text', this.#use);
    this.#at = next;
    return this.#word.pick([...kept, { from, to: at }]);
  }
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';
