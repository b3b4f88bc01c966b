/** Shell pass: gathers the parts of the word that the lexer is reading. */
import type { Part, RawWord, ShellText } from './syntax.ts';
import { type Segment, Word } from './word.ts';

export class WordBuilder {
  readonly #source: ShellText;
  /** Most words have none but one text. */
  #parts: Part[] | undefined;
  #expands = false;
  /** The text that its next part begins with; `#from` is -1 while there is none, not even an empty one in quotes. */
  #text = '';
  #from = -1;
  #to = 0;
  #quoted = false;
  /** Quoted and unquoted text are parts of their own. */
  #apart = false;

  constructor(source: ShellText) {
    this.#source = source;
  }

  /** @param apart whether what is quoted is told apart: in what is still to be split */
  begin(apart = false): void {
    this.#parts = undefined;
    this.#expands = false;
    this.#text = '';
    this.#from = -1;
    this.#quoted = false;
    this.#apart = apart;
  }

  /** The word, which stands between two indices of the source. */
  finish(from: number, to: number): RawWord {
    const start = this.#source.at(from);
    const end = this.#source.till(to);
    if (this.#parts === undefined) {
      const isEmpty = this.#from < 0;
      const first = isEmpty ? start : this.#source.at(this.#from);
      const last = isEmpty ? end : this.#source.till(this.#to);
      return new Word(this.#text, start, end, this.#quoted, first, last);
    }
    this.#flush();
    const parts = this.#parts;
    if (this.#expands || this.#apart) return { kind: 'template', parts, start, end };
    // Without expansions all of its parts are segments.
    return Word.of(parts as Segment[], { start, end });
  }

  #flush(): void {
    if (this.#from < 0) return;
    const start = this.#source.at(this.#from);
    const end = this.#source.till(this.#to);
    this.#parts ??= [];
    this.#parts.push({ kind: 'text', text: this.#text, start, end, quoted: this.#quoted });
    this.#from = -1;
    this.#quoted = false;
  }

  push(part: Part): void {
    this.#flush();
    this.#text = '';
    this.#parts ??= [];
    this.#parts.push(part);
    if (part.kind !== 'bytes' && part.kind !== 'open') this.#expands = true;
  }

  /** A stretch of the source as it stands. */
  literal(from: number, to: number, quoted: boolean): void {
    const text = this.#source.text;
    if (!this.#source.hasHoles) {
      // An opening quote began the part with nothing in it: it begins here.
      if (this.#text === '' && this.#from >= 0 && from < to) this.#from = from;
      this.add(text.slice(from, to), from, to, quoted);
      return;
    }
    let start = from;
    for (let at = from; at < to; at += 1) {
      const hole = this.#source.hole(at);
      if (hole === undefined) continue;
      if (at > start) this.add(text.slice(start, at), start, at, quoted);
      this.push(hole.kind === 'open' ? { ...hole, quoted } : hole);
      start = at + 1;
    }
    if (start < to || from === to) this.add(text.slice(start, to), start, to, quoted);
  }

  /** A text that stands between two indices, as it is or in another form; in quotes an empty one counts, too. */
  add(text: string, from: number, to: number, quoted: boolean): void {
    if (this.#apart && this.#from >= 0 && this.#quoted !== quoted) {
      this.#flush();
      this.#text = '';
    }
    if (this.#from < 0) {
      if (text === '' && !quoted) return;
      this.#from = from;
      this.#text = text;
    } else this.#text += text;
    this.#to = to;
    if (quoted) this.#quoted = true;
  }
}
