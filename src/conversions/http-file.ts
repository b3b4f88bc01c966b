/** Converts a request of an `.http` file (the REST client of VS Code, JetBrains' HTTP client), or one as HTTP/1.1 writes it. */
import { ConversionDraft, NotConvertible } from './conversion-draft.ts';

export const REQUEST_LINE = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|QUERY|PROPFIND|REPORT)[ \t]+(\S.*)$/;
const VERSION = /[ \t]HTTP\/[\d.]+$/;

/** @throws NotConvertible where the text has no request line */
export function convertHttpFile(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  /** `@name = value` of the file. */
  const values = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = /^@([\w.-]+)[ \t]*=(.*)$/.exec(line) ?? [];
    if (name !== undefined) values.set(name, value.trim());
  }
  const at = lines.findIndex((line) => REQUEST_LINE.test(line));
  const [, method = '', rest = ''] = REQUEST_LINE.exec(lines[at] ?? '') ?? [];
  if (method === '')
    throw new NotConvertible('The text has no request line, such as `GET https://example.com`.');
  draft.method = method;
  const separator = lines.findIndex((line, index) => index > at && /^###/.test(line));
  const end = separator < 0 ? lines.length : separator;
  if (lines.slice(end).some((line) => REQUEST_LINE.test(line)))
    draft.note('Only the first of several requests is converted.');
  let url = rest.trimEnd().replace(VERSION, '').trimEnd();
  let next = at + 1;
  // A query continues in indented lines that begin with `?` or `&`.
  for (; /^[ \t]+[?&/]/.test(lines[next] ?? ''); next += 1) url += lines[next]?.trim() ?? '';
  const blank = readHeaders(draft, lines, next, end);
  readBody(draft, lines.slice(blank, end));
  draft.url = urlOf(draft, url);
  return filled(draft, values);
}

/** @returns the index of the line after the headers */
function readHeaders(draft: ConversionDraft, lines: readonly string[], from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') return at + 1;
    if (/^[ \t]*(?:#|\/\/)/.test(line)) continue;
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) draft.leaveOut(line.trim());
    else if (!/^(?:content-length|connection)$/i.test(name))
      draft.headers.push({ name, value: value.trim() });
  }
  return to;
}

function readBody(draft: ConversionDraft, lines: readonly string[]): void {
  const script = lines.findIndex((line) => /^[<>][ \t]*\{%|^>[ \t]*\S|^<>[ \t]/.test(line));
  if (script >= 0) draft.note('The script that handles the response is left out.');
  const body = lines
    .slice(0, script < 0 ? lines.length : script)
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
  if (body === '') return;
  const [, path] = /^<@?[ \t]+(\S+)$/.exec(body) ?? [];
  const type = draft.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
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
  const at = draft.headers.findIndex(({ name }) => name.toLowerCase() === 'host');
  const [host] = at < 0 ? [] : draft.headers.splice(at, 1);
  if (host === undefined && target.startsWith('/')) {
    draft.note('The request has no Host header: fill in `{{origin}}`, such as https://example.com.');
    return `{{origin}}${target}`;
  }
  if (host === undefined) return `http://${target}`;
  const scheme = /^(?:localhost|127\.|\[::1\])|:(?!443$)\d+$/.test(host.value) ? 'http' : 'https';
  draft.note(`The text does not say whether it is http or https: ${scheme} is assumed.`);
  return `${scheme}://${host.value}${target}`;
}

/** Puts the values of the file's variables in. Those that clients compute (`{{$uuid}}`) become placeholders. */
function filled(draft: ConversionDraft, values: ReadonlyMap<string, string>): ConversionDraft {
  const fill = (text: string): string =>
    text.replace(/\{\{[ \t]*(\$?[\w.-]+)(?:[ \t][^{}]*)?\}\}/g, (whole, name: string) => {
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
  draft.url = fill(draft.url);
  if (draft.body !== undefined) draft.body = fill(draft.body);
  for (const header of draft.headers) header.value = fill(header.value);
  basic(draft);
  return draft;
}

/** `Authorization: Basic user:password`, or with a blank, which these clients encode. */
function basic(draft: ConversionDraft): void {
  const at = draft.headers.findIndex(({ name }) => name.toLowerCase() === 'authorization');
  const [, scheme, username, password] =
    /^(basic|digest)[ \t]+([^\s:]+)(?::|[ \t]+)(\S+)$/i.exec(draft.headers[at]?.value ?? '') ?? [];
  if (scheme === undefined || username === undefined || password === undefined) return;
  draft.headers.splice(at, 1);
  draft.auth = { username, password, ...(/digest/i.test(scheme) && { scheme: 'digest' }) };
}
