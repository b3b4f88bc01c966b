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

/** Reads the contents of a `-F` value with their details. */
export class FormReader {
  readonly #use: Use;
  readonly #text: string;
  readonly #isList: boolean;
  readonly #diagnostics: Diagnostics;
  #at: number;
  #hasTrail = false;

  /**
   * @param from where the first content begins
   * @param isList whether a comma ends a content
   */
  constructor(use: Use, from: number, isList: boolean, diagnostics: Diagnostics) {
    this.#use = use;
    this.#text = use.value.outline;
    this.#isList = isList;
    this.#diagnostics = diagnostics;
    this.#at = from;
  }

  contents(): Content[] {
    const contents: Content[] = [];
    do {
      this.#take(BLANKS);
      // Where no detail follows, an unquoted content ended before all of it was read.
      let isCut = this.#text[this.#at] !== '"';
      const content: Content = { data: this.#piece(), headers: [] };
      contents.push(content);
      for (; this.#text[this.#at] === ';'; isCut = false) this.#detail(content, isCut);
      this.#at += 1;
    } while (this.#text[this.#at - 1] === ',');
    return contents;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += taken.length;
    return taken;
  }

  #warnOfTrail(): void {
    if (!this.#hasTrail) this.#diagnostics.warn('form_trailing_text', this.#use);
    this.#hasTrail = true;
  }

  /** `;name=value` */
  #detail(content: Content, isCut: boolean): void {
    this.#at += 1;
    this.#take(BLANKS);
    const start = this.#at;
    const name = this.#take(DETAIL).toLowerCase();
    if (name === '' && isCut) this.#warnOfTrail();
    if (name === 'headers=') this.#header(content);
    else if (name === 'filename=') content.filename = this.#piece();
    else if (name === 'encoder=') content.encoder = this.#piece();
    else if (name === 'type=' && content.type === undefined) content.type = this.#type();
    else {
      this.#at = start;
      if (!this.#piece().isEmpty) this.#warnOfTrail();
    }
  }

  /** A quoted or plain piece, with the blanks before it. Blanks at the end of a plain one go. */
  #piece(): Word {
    const { value } = this.#use;
    this.#take(BLANKS);
    const start = this.#at;
    const quoted = this.#take(QUOTED);
    const rest = this.#take((this.#isList ? LISTED : SINGLE).plain);
    if (quoted === '') return value.slice(start, start + trimmed(rest, ' \t'));
    if (/\S/.test(rest)) this.#warnOfTrail();
    return withoutBackslashes(value.slice(start + 1, start + quoted.length - 1), /\\["\\]/g);
  }

  #type(): Word {
    const { value } = this.#use;
    this.#take(BLANKS);
    const start = this.#at;
    const type = this.#take(TYPE);
    const { parameters } = this.#isList ? LISTED : SINGLE;
    const next = this.#text[this.#at];
    if (next === undefined || next === ';' || (this.#isList && next === ','))
      return value.slice(start, start + trimmed(type + this.#take(parameters), ' \t;'));
    // A character that is invalid in a type ends it, and curl ignores the rest of the part.
    this.#warnOfTrail();
    this.#at = this.#text.length;
    return value.slice(start, start + type.length);
  }

  #header(content: Content): void {
    const isFile = /[@<]/.test(this.#text.charAt(this.#at));
    if (isFile) this.#at += 1;
    const header = this.#piece();
    if (isFile) this.#diagnostics.warn('header_file', this.#use);
    else if (!header.isEmpty) content.headers.push(header);
    else this.#diagnostics.warn('form_part', this.#use, 'An empty header ends the headers of the part.');
  }
}
