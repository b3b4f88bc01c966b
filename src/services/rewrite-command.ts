/** What the editor's form does to a command: the command is written anew, and keeps what the form does not show. */
import { isDeepStrictEqual } from 'node:util';
import { writeCommand } from '../codegen/command.ts';
import { readCommand } from '../curl/index.ts';
import { InputError } from '../errors.ts';
import { EMPTY_REQUEST, requestOf } from '../request/fields.ts';
import { usualFileType } from '../request/file-types.ts';
import { substituteVariables } from '../request/variables.ts';
import { pooled } from '../runtime/pool.ts';
import type { WarningCode } from '../schemas/diagnostics.ts';
import type { RequestFields } from '../schemas/request-fields.ts';
import type { ParsedRequest } from '../schemas/request-shape.ts';

/** Warnings of what the command has and its request does not, or may mean differently. */
const LOST: ReadonlySet<string> = new Set<WarningCode>([
  'auth_not_sent',
  'brace_expansion',
  'condition_unknown',
  'content_length',
  'credentials_in_variable',
  'data_file',
  'date_ignored',
  'form_content_type',
  'form_part',
  'glob_braces',
  'header_file',
  'header_not_sent',
  'here_document_open',
  'hop_by_hop_header',
  'invalid_utf8',
  'line_not_continued',
  'local_file',
  'many_commands',
  'many_requests',
  'password_prompt',
  'resume_unknown',
  'too_many_warnings',
  'upload_resume',
  'url_file',
  'variable_ambiguous',
  'variable_arguments',
  'variable_encoded',
]);

const HERE_DOCUMENT = /<<-?[ \t]{0,9}["'\\]?(\w+)/;

/** Whether a text has nothing but comments and a prompt. */
const saysNothing = (text: string): boolean =>
  text.split('\n').every((line) => ['', '$', '>', '%'].includes(line.trim()) || line.trim().startsWith('#'));

interface Base {
  request: ParsedRequest;
  /** Why its form would lose something; empty when it would not. */
  reasons: string[];
  write(request: ParsedRequest): string;
}

/** @throws InputError for a text without a command that can be read */
function baseOf(command: string): Base {
  if (command.trim() === '') return { request: EMPTY_REQUEST, reasons: [], write: (it) => writeCommand(it) };
  const { request, extras, start, end } = readCommand(command);
  const characters = Array.from(command);
  const before = characters.slice(0, start).join('');
  const own = characters.slice(start, end).join('');
  const behind = restOf(own, characters.slice(end).join('').trimEnd());
  const write = (changed: ParsedRequest) =>
    before +
    writeCommand(
      changed,
      extras.map(({ name, value }) => ({ name, value: value ?? undefined })),
    ) +
    behind;
  const kept = new Set(extras.map(({ name }) => name));
  const reasons = (request.warnings ?? [])
    .filter(
      ({ code, option = '', start: at = 0 }) =>
        LOST.has(code) ||
        (code === 'option_ignored' && !kept.has(option)) ||
        (code === 'shell_text' && at < end),
    )
    .map(({ message }) => message);
  if (!saysNothing(before) || !/^curl(?:\.exe)?\s/.test(own))
    reasons.push('Text before the word curl would be lost. Remove it.');
  for (const { name, value } of extras)
    if (value === null) reasons.push(`Only a shell knows the value of ${name}. Write the value itself.`);
  if (request.auth?.scheme === 'aws-sigv4')
    reasons.push('What --aws-sigv4 signs depends on how the command is written.');
  if (reasons.length === 0) reasons.push(...changes(request, write));
  return { request, write, reasons: [...new Set(reasons)] };
}

/** What of the text behind a command stays when that is written anew: its here-document is in the body then. */
function restOf(command: string, rest: string): string {
  if (rest.trim() === '\\') return ''; // a line continuation, with nothing to continue
  const delimiter = HERE_DOCUMENT.exec(command)?.[1];
  if (delimiter === undefined) return rest;
  const lines = rest.split('\n');
  const last = lines.findIndex((line, index) => index > 0 && line.trim() === delimiter);
  return last < 0 ? rest : [lines[0], ...lines.slice(last + 1)].join('\n');
}

/** Says which parts of a request are others in the command that is written for it. */
function changes(request: ParsedRequest, write: Base['write'], isUrlGiven = false): string[] {
  try {
    const wanted = comparable(request);
    const found = comparable(readCommand(write(request)).request);
    return Object.keys({ ...wanted, ...found })
      .filter((part) => !(part === 'url' && isUrlGiven) && !isDeepStrictEqual(wanted[part], found[part]))
      .map((part) => `Written anew, the command would have another ${PARTS.get(part) ?? 'body'}.`);
  } catch (error) {
    if (error instanceof InputError) return [error.message];
    throw error;
  }
}

const PARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    method: 'method',
    url: 'URL',
    headers: 'list of headers',
    auth: 'authentication',
    options: 'set of options',
  }),
);

/**
 * Why a command has no form: what the command that the form writes would lose. Empty when it has one.
 * @throws InputError for a text without a command that can be read
 */
export const reasonsAgainstForm = (command: string): string[] => baseOf(command).reasons;

/**
 * The command with what the fields of its form say.
 * @throws InputError, also for what cannot be written
 */
export function rewrite(command: string, fields: RequestFields): string {
  const { request, reasons, write } = baseOf(command);
  const [reason] = reasons;
  if (reason !== undefined) throw notWritten(reason);
  if (fields.url === '') throw notWritten('Enter a URL.');
  const changed = requestOf(withScheme(fields), request);
  const form = changed.form?.map((part) => {
    const { file, filename, content_type: type } = part;
    // The type that curl derives from the file name.
    const usual = file !== undefined && filename !== undefined ? usualFileType(file, filename) : undefined;
    return usual === undefined || type !== undefined ? part : { ...part, content_type: usual };
  });
  const wanted = form === undefined ? changed : { ...changed, form };
  const [problem] = changes(wanted, write, true);
  if (problem !== undefined) throw notWritten(problem);
  return write(wanted);
}

/** The fields with the scheme that curl takes for a URL without one. A variable may stand for it. */
const withScheme = (fields: RequestFields): RequestFields =>
  /^(?:[a-z][\w+.-]*:\/\/|[${%])/i.test(fields.url) ? fields : { ...fields, url: `http://${fields.url}` };

/**
 * A request without its warnings, with variables by their names, however the shell spells them, and nothing about a
 * Content-Type that it does not have anyway. Header names have no case, and headers of different names no order: curl
 * sends that of -u first.
 */
export function comparable({ warnings: _, options, ...request }: ParsedRequest): Record<string, unknown> {
  const { variables = [], headers } = request;
  const { omit_headers: omitted = [], header_list: list, ...others } = options ?? {};
  const hasType = Object.keys(headers).some(isContentType);
  const omit = omitted.filter((name) => hasType || !isContentType(name));
  const filled = substituteVariables({
    ...request,
    variables: variables.map(({ name, text }) => ({ name, text, value: `\u{e000}${name}\u{e001}` })),
  });
  const lines = list
    ?.map(({ name, value }) => ({ name: name.toLowerCase(), value }))
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  const names = Object.entries(filled.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...filled, headers: Object.fromEntries(names), options: { ...others, omit, lines } };
}

const isContentType = (name: string): boolean => name.toLowerCase() === 'content-type';

const notWritten = (message: string) => new InputError({ field: '/fields', code: 'not_writable', message });

export const rewritten = pooled(
  'rewrite a command',
  ({ base, fields }: { base: string; fields: RequestFields }) => rewrite(base, fields),
);
