/** `.http` files (the REST client of VS Code, JetBrains' HTTP client): requests between lines of `###`. */
import { convertHttpFile, REQUEST_LINE } from '../conversions/http-file.ts';
import {
  type Contents,
  type Hints,
  type SourceItem,
  type VariableHint,
  variableName,
  withNames,
} from './item.ts';

const SETTING = /^@([\w.-]+)[ \t]*=(.*)$/;
const BARE_URL = /^(?:https?:\/\/|\{\{)\S+(?: HTTP\/[\d.]+)?[ \t]*$/;
const NAMED = /^(?:#|\/\/)[ \t]*@name\b(.*)$/;

export const recognisesHttp = (source: string): boolean =>
  source
    .split(/\r?\n/)
    .some((line) => REQUEST_LINE.test(line) || (/^###/.test(source) && BARE_URL.test(line)));

const plainName = (name: string): string => variableName(name).replace(/\W/g, '_');

/** The converter knows names of letters, digits and underscores. */
const withPlainNames = (text: string): string =>
  withNames(text).replace(/\{\{[\w.-]+\}\}/g, (whole) => `{{${plainName(whole.slice(2, -2))}}}`);

export function readHttp(source: string): Contents {
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  const hints = new Map<string, VariableHint>();
  for (const line of lines) {
    const [, name = '', value = ''] = SETTING.exec(line) ?? [];
    if (name !== '') hints.set(plainName(name), { default: withPlainNames(value.trim()) });
  }
  return { name: '', description: '', items: requestsOf(lines, hints), warnings: [] };
}

function* requestsOf(lines: readonly string[], hints: Hints): Generator<SourceItem> {
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && !/^###/.test(lines[at] ?? '')) continue;
    const item = requestOf(lines.slice(from, at), from, hints);
    if (item !== undefined) yield item;
    from = at;
  }
}

/** @param start the line of the file that they begin with */
function requestOf(lines: readonly string[], start: number, hints: Hints): SourceItem | undefined {
  const requestAt = lines.findIndex((line) => REQUEST_LINE.test(line) || BARE_URL.test(line));
  // Without one, what is neither a comment nor a setting is skipped with the converter's reason.
  const at = requestAt >= 0 ? requestAt : lines.findIndex((line) => /^(?![#@\s]|\/\/)./.test(line));
  if (at < 0) return undefined;
  const before = lines.slice(0, at);
  const title = (/^###/.test(before[0] ?? '') ? before[0] : '')?.replace(/^#+/, '').trim() ?? '';
  const named = before
    .map((line) => NAMED.exec(line)?.[1]?.replace('=', '').trim() ?? '')
    .find((name) => name !== '');
  const comments = before
    .filter((line) => /^(?:#(?!##)|\/\/)/.test(line) && !/^(?:#|\/\/)[ \t]*@/.test(line))
    .map((line) => line.replace(/^(?:#|\/\/)[ \t]?/, ''));
  const [line = '', ...rest] = lines.slice(at);
  const request = [BARE_URL.test(line) ? `GET ${line}` : line, ...rest];
  return {
    path: [start + at],
    name: title || named || '',
    description: comments.join('\n').trim(),
    hints,
    read: () => convertHttpFile(withPlainNames(request.filter((one) => !SETTING.test(one)).join('\n'))),
  };
}
