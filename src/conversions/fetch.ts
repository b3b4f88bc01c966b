/** Converts a `fetch(…)` call of JavaScript: as browsers copy it from their network panel, or as people write it. */
import { utf8Base64 } from '../request/bytes.ts';
import { ConversionDraft, encodedPart, formText, NotConvertible } from './conversion-draft.ts';
import { declarations, JavaScriptReader } from './javascript.ts';
import type { Value } from './values.ts';

/** Options that only say how a page and its browser treat the response. */
const OF_BROWSERS = /^(?:mode|keepalive|priority|referrerPolicy|window|duplex|signal)$/;
/** The Content-Type that fetch gives to a text. */
const TEXT_TYPE = 'text/plain;charset=UTF-8';
const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

/** @throws NotConvertible where the text has no call that can be read */
export function convertFetch(text: string): ConversionDraft {
  const call = /\bfetch\s*\(/g;
  const found = call.exec(text);
  if (found === null) throw new NotConvertible('The text has no fetch(…) call.');
  const reader = new JavaScriptReader(text, call.lastIndex, declarations(text, found.index));
  const [address, options] = reader.list(')');
  if (address === undefined) throw new NotConvertible('fetch(…) has no URL.');
  const conversion = new FetchConversion();
  conversion.url(address);
  if (options !== undefined) conversion.options(options);
  if (/\bfetch\s*\(/.test(text.slice(reader.at)))
    conversion.draft.note('Only the first of several fetch calls is converted.');
  return conversion.draft;
}

class FetchConversion {
  readonly draft = new ConversionDraft();

  constructor() {
    this.draft.options.follow_redirects = true;
  }

  url(value: Value): void {
    if (value.kind === 'call' && /^new (?:URL|Request)$/.test(value.name)) {
      const [first, second] = value.args;
      if (first === undefined) throw new NotConvertible('fetch(…) has no URL.');
      if (value.name === 'new Request') {
        this.url(first);
        if (second !== undefined) this.options(second);
      } else this.draft.url = resolved(this.#text(first), second === undefined ? '' : this.#text(second));
      return;
    }
    const url = this.#text(value);
    // The page's own site is not in the text.
    if (/^\/(?!\/)/.test(url)) {
      this.draft.url = `{{origin}}${url}`;
      this.draft.note('The URL is relative to its page: fill in `{{origin}}`, such as https://example.com.');
    } else this.draft.url = url.startsWith('//') ? `https:${url}` : url;
  }

  options(value: Value): void {
    if (value.kind !== 'object') {
      this.draft.leaveOut(sourceOf(value));
      return;
    }
    for (const [name, option] of value.entries) this.#option(name, option);
    const { draft } = this;
    if (draft.body !== undefined) draft.imply('Content-Type', TEXT_TYPE);
    if (draft.form !== undefined && draft.has('content-type'))
      draft.note(
        'The Content-Type of a form with files is made by curl; the one of the text has another boundary.',
      );
  }

  #option(name: string, value: Value): void {
    const { draft } = this;
    if (value.kind === 'undefined' || (value.kind === 'literal' && value.text === 'null')) return;
    if (name === 'method') draft.method = methodOf(this.#text(value));
    else if (name === 'headers') this.#headers(value);
    else if (name === 'body') this.#body(value);
    else if (name === 'referrer') {
      const referrer = this.#text(value);
      if (/^https?:/.test(referrer)) draft.imply('Referer', referrer);
    } else if (name === 'redirect') {
      if (this.#text(value) !== 'follow') delete draft.options.follow_redirects;
    } else if (name === 'credentials') {
      if (this.#text(value) === 'include' && !draft.has('cookie'))
        draft.note(
          'The browser sends its cookies, which are not in the text: add a Cookie header if they matter.',
        );
    } else if (name === 'cache' && this.#text(value) === 'default') return;
    else if (!OF_BROWSERS.test(name)) draft.leaveOut(name === '' ? sourceOf(value) : name);
  }

  #headers(value: Value): void {
    for (const [name, item] of this.#pairs(value)) {
      const text = this.#text(item);
      if (name.startsWith(':')) continue; // of HTTP/2; curl makes its own
      this.draft.headers.push({ name, value: text });
    }
  }

  #body(value: Value): void {
    const { draft } = this;
    if (value.kind === 'call' && value.name === 'new FormData') {
      draft.form = this.#pairs(value).map(([name, item]) => this.#part(name, item));
      return;
    }
    if (value.kind === 'call' && value.name === 'new URLSearchParams') draft.imply('Content-Type', FORM_TYPE);
    draft.body = this.#text(value);
  }

  #part(name: string, item: Value) {
    if (item.kind === 'text' || item.kind === 'joined' || item.kind === 'literal')
      return { name, value: this.#text(item) };
    if (item.kind === 'unknown' && !/files?\b|blob/i.test(item.source))
      return { name, value: this.#text(item) };
    this.draft.note(`The file of \`${name}\` is not in the text: put its path after the @.`);
    return { name, file: name, filename: name };
  }

  /** The pairs of an object, a list of lists, or a `new Headers(…)` of either. */
  #pairs(value: Value | undefined): [string, Value][] {
    if (value === undefined) return [];
    if (value.kind === 'call' && /^new (?:Headers|URLSearchParams|FormData)$/.test(value.name))
      return [...this.#pairs(value.args[0]), ...value.appended.flatMap((args) => this.#pair(args))];
    if (value.kind === 'array')
      return value.items.flatMap((item) => (item.kind === 'array' ? this.#pair(item.items) : []));
    if (value.kind === 'object')
      return value.entries.flatMap(([name, item]): [string, Value][] => {
        if (name !== '') return item.kind === 'undefined' ? [] : [[name, item]];
        this.draft.leaveOut(sourceOf(item));
        return [];
      });
    this.draft.leaveOut(sourceOf(value));
    return [];
  }

  #pair([name, value]: readonly Value[]): [string, Value][] {
    return name === undefined || value === undefined ? [] : [[this.#text(name), value]];
  }

  #text(value: Value): string {
    switch (value.kind) {
      case 'text':
      case 'literal':
        return value.text;
      case 'joined':
        return value.parts.map((part) => this.#text(part)).join('');
      case 'call':
        return this.#called(value);
      case 'unknown':
        return this.draft.placeholder(value.source);
      default:
        throw new NotConvertible(
          `fetch(…) gets ${value.kind === 'undefined' ? 'nothing' : `an ${value.kind}`} where a text belongs. Is JSON.stringify(…) missing?`,
        );
    }
  }

  #called(value: Value & { kind: 'call' }): string {
    const [first, , third] = value.args;
    if (first !== undefined)
      switch (value.name) {
        case 'JSON.stringify':
          return JSON.stringify(
            JSON.parse(this.#json(first)),
            null,
            third?.kind === 'literal' ? Number(third.text) : 0,
          );
        case 'encodeURIComponent':
          return encodedPart(this.#text(first));
        case 'String':
          return this.#text(first);
        case 'btoa': {
          const text = this.#text(first);
          return text.includes('{{') ? this.draft.placeholder(value.source) : utf8Base64(text);
        }
        case 'new URLSearchParams':
          if (first.kind === 'text') return first.text.replace(/^\?/, '');
      }
    if (value.name === 'new URLSearchParams')
      return formText(this.#pairs(value).map(([name, item]) => [name, this.#text(item)]));
    return this.draft.placeholder(value.source);
  }

  /** Placeholders are strings. */
  #json(value: Value): string {
    if (value.kind === 'literal') return value.text;
    if (value.kind === 'undefined') return 'null';
    if (value.kind === 'array') return `[${value.items.map((item) => this.#json(item)).join(',')}]`;
    if (value.kind !== 'object') return JSON.stringify(this.#text(value));
    const members = this.#pairs(value).map(([name, item]) => `${JSON.stringify(name)}:${this.#json(item)}`);
    return `{${members.join(',')}}`;
  }
}

/** fetch writes these in capitals, however they are given. */
const methodOf = (method: string): string =>
  /^(?:delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;

/** A URL as `new URL(url, base)` makes it; a base may be a placeholder. */
function resolved(url: string, base: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return url;
  const [origin = base] = /^https?:\/\/[^/?#]*/i.exec(base) ?? [];
  if (url.startsWith('/')) return origin + url;
  const folder = base.replace(/[?#].*$/s, '').replace(/([^/])\/[^/]*$/, '$1');
  return `${folder.replace(/\/$/, '')}/${url}`;
}

const sourceOf = (value: Value): string =>
  value.kind === 'unknown' || value.kind === 'call' ? value.source : `the ${value.kind}`;
