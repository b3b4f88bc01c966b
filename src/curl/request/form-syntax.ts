/** Request pass: what stands behind the name of `-F`: contents and their details (tool_formparse.c is the model). */
import type { Diagnostics } from '../diagnostics.ts';
import type { Use } from '../options/operation.ts';
import type { Range, Word } from '../shell/word.ts';

/** A content with what follows it: `;type=…;filename=…`. */
export interface Content {
  data: Word;
  type?: Word | undefined;
  filename?: Word | undefined;
  encoder?: Word | undefined;
  headers: Word[];
  /** The character that ended it. */
  end: string;
}

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
    const content: Content = { data: this.#piece(stop), headers: [], end: '' };
    const isCut =
      this.#text[this.#at] === ';' &&
      this.#text[start] !== '"' &&
      !/^;[ \t]*(?:type|filename|headers|encoder)=/i.test(this.#text.slice(this.#at, this.#at + 60));
    if (isCut) this.#diagnostics.warn('form_trailing_text', this.#use);
    while (this.#text[this.#at] === ';') {
      this.#at += 1;
      this.#blanks();
      this.#detail(content, stop);
    }
    content.end = this.#text[this.#at] ?? '';
    this.#at += 1;
    return content;
  }

  #detail(content: Content, stop: string): void {
    if (content.type === undefined && this.#takes('type=')) content.type = this.#type(stop);
    else if (this.#takes('filename=')) content.filename = this.#piece(stop);
    else if (this.#takes('encoder=')) content.encoder = this.#piece(stop);
    else if (this.#takes('headers=')) this.#header(content, stop);
    else {
      const unknown = this.#piece(stop);
      if (!unknown.isEmpty) this.#diagnostics.warn('form_trailing_text', this.#use);
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

  #takes(prefix: string): boolean {
    if (this.#text.slice(this.#at, this.#at + prefix.length).toLowerCase() !== prefix) return false;
    this.#at += prefix.length;
    if (prefix !== 'headers=') this.#blanks();
    return true;
  }

  /** Where the next `;` or `stop` is, or the end. */
  #next(from: number, stop: string): number {
    const ends = stop === '' ? /;/g : /[;,]/g;
    ends.lastIndex = from;
    return ends.exec(this.#text)?.index ?? this.#text.length;
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
