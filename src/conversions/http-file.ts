/** Converts a request of an `.http` file (the REST client of VS Code, JetBrains' HTTP client), or one as HTTP/1.1 writes it. */
import { indexOr } from '../curl/word.ts';
import { ConversionDraft, NotConvertible } from './conversion-draft.ts';

export const REQUEST_LINE = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|QUERY|PROPFIND|REPORT)[ \t]+(\S.*)$/;
/** `Authorization: Basic user:password`, or with a blank, which these clients encode. */
const CREDENTIALS = /^authorization[ \t]*:[ \t]*(basic|digest)[ \t]+([^\s:]+)(?::|[ \t]+)(\S+)[ \t]*$/i;
const VERSION = /[ \t]HTTP\/[\d.]+$/;

/** @throws NotConvertible where the text has no request line */
export function convertHttpFile(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  /** `@name = value` of the file. */
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/^@([\w.-]+)[ \t]*=(.*)$/gm))
    values.set(name, value.trim());
  const line = new RegExp(REQUEST_LINE, 'm');
  const found = line.exec(text);
  if (found === null)
    throw new NotConvertible('The text has no request line, such as `GET https://example.com`.');
  const [written, method = '', target = ''] = found;
  draft.method = method;
  const [own = '', ...others] = text.slice(found.index + written.length).split(/^###/m);
  if (others.some((other) => line.test(other)))
    draft.note('Only the first of several requests is converted.');
  let url = filled(draft, target.trimEnd(), values);
  const request = filled(draft, own, values);
  const blank = indexOr(request.search(/\n[ \t]*\n/), request.length);
  for (const header of request.slice(0, blank).split('\n')) {
    if (/^[ \t]*(?:#|\/\/|$)/.test(header)) continue;
    const [, scheme, username, password] = CREDENTIALS.exec(header) ?? [];
    // A query continues in indented lines that begin with `?` or `&`.
    if (/^[ \t]+[?&/]/.test(header)) url += header.trim();
    else if (username === undefined || password === undefined) draft.addHeaderLine(header);
    else draft.auth = { username, password, ...(/digest/i.test(scheme ?? '') && { scheme: 'digest' }) };
  }
  for (const name of ['content-length', 'connection']) draft.take(name);
  readBody(draft, request.slice(blank).replace(/^(?:[ \t]*\n)+/, ''));
  draft.url = urlOf(draft, url.replace(VERSION, '').trimEnd());
  return draft;
}

function readBody(draft: ConversionDraft, text: string): void {
  const script = text.search(/^(?:[<>][ \t]*\{%|>[ \t]*\S|<>[ \t])/m);
  if (script >= 0) draft.note('The script that handles the response is left out.');
  const body = text.slice(0, indexOr(script, text.length)).trimEnd();
  if (body === '') return;
  const [, path] = /^<@?[ \t]+(\S+)$/.exec(body) ?? [];
  const type = draft.headers.find(({ name }) => /^content-type$/i.test(name))?.value ?? '';
  if (path !== undefined) draft.bodyFile = path;
  else if (/^</m.test(body) && /multipart/i.test(type))
    throw new NotConvertible('The form reads files of your machine. Write it for curl: -F "name=@file".');
  else if (/x-www-form-urlencoded/i.test(type))
    draft.body = body.replace(/\n[ \t]*(?=&)|(?<=&)[ \t]*\n/g, '');
  else draft.body = /multipart/i.test(type) ? `${body.replaceAll('\n', '\r\n')}\r\n` : body;
}

/** A target without a host has it in its Host header; HTTP alone does not say whether it is encrypted. */
function urlOf(draft: ConversionDraft, target: string): string {
  if (/^[a-z]+:\/\//i.test(target) || target.startsWith('{{')) return target;
  const host = draft.take('host');
  if (host === undefined && target.startsWith('/')) {
    draft.note('The request has no Host header: fill in `{{origin}}`, such as https://example.com.');
    return `{{origin}}${target}`;
  }
  if (host === undefined) return `http://${target}`;
  const scheme = /^(?:localhost|127\.|\[::1\])|:(?!443$)\d+$/.test(host) ? 'http' : 'https';
  draft.note(`The text does not say whether it is http or https: ${scheme} is assumed.`);
  return `${scheme}://${host}${target}`;
}

/** Puts the values of the file's variables in. Those that clients compute (`{{$uuid}}`) become placeholders. */
function filled(draft: ConversionDraft, text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{[ \t]*(\$?[\w.-]+)(?:[ \t][^{}]*)?\}\}/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === undefined)
      return /^\w+$/.test(name) ? `{{${name}}}` : draft.placeholder(whole.slice(2, -2));
    if (value.includes('{{'))
      throw new NotConvertible(
        `\`@${name}\` is made of other variables. Write its value: \`@${name} = value\`.`,
      );
    draft.spend(value);
    return value;
  });
}
