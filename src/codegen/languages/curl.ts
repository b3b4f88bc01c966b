/** cURL: a command that parses back to its request. Each option was checked against curl 8 and its manual page. */
import highlighter from 'highlight.js/lib/languages/bash';
import { binaryText } from '../../request/bytes.ts';
import { fileType, usualFileType } from '../../request/file-types.ts';
import type { NormalPart } from '../../request/normalize.ts';
import { NO_COOKIES } from '../../request/raw-text.ts';
import type { Emitter, Library } from '../emitter.ts';
import { schemeOption } from '../plan/build.ts';
import { Capabilities, LIBCURL, SIGNED } from '../plan/capabilities.ts';
import { type PlanPart, type ProgramPlan, TEXT_OPTIONS, type Template } from '../plan/plan.ts';
import { isPrintableText } from '../text/literals.ts';
import { concatenated, joined, plainText, spelled } from '../text/templates.ts';
import { BASH, demands, isExpansion, printfFormat, type Shell } from './command/shell.ts';
import { CMD, POWERSHELL, quoteWarnings } from './command/windows.ts';

const ENCODED = '--data-urlencode';
/** What `-r` accepts: no number of 19 digits, since curl 7.88. */
const RANGE = /^bytes=(?!.*\d{19})[\d,-]+$/;

export const CAPABILITIES = new Capabilities({
  ...LIBCURL,
  form: undefined,
  json: undefined,
  name: 'curl',
  isCurl: true,
  multipart: { names: 'percent', objection, ownType: true },
  basic: 'ascii',
  redirects: 'curl',
});

/** cmd.exe and PowerShell pass texts only. */
const POWERSHELL_FACTS = new Capabilities({ ...CAPABILITIES, unsayable: /\0/ });
/** A caret escapes a line end as LF alone. */
const CMD_FACTS = new Capabilities({ ...CAPABILITIES, unsayable: /[\0\r]/ });

const POWERSHELL_NEEDS = 'Windows PowerShell 5.1 (7.3 for headers with quotes), curl 7.82';

export const curl: Emitter = {
  title: 'cURL',
  filename: 'request.sh',
  run: 'bash request.sh',
  highlighter,
  stop: (sentence) => `echo '${sentence}' >&2\nexit 1\n`,
  libraries: [
    shellLibrary('bash', 'bash 3.2, curl 7.82', BASH, CAPABILITIES),
    {
      ...shellLibrary('cmd', 'Windows 10, curl 7.82', CMD, CMD_FACTS),
      filename: 'request.txt',
      // As at the prompt: a batch file would read percent signs otherwise.
      run: 'cmd /q < request.txt',
      stop: (sentence) => `echo ${sentence} 1>&2\n`,
    },
    {
      ...shellLibrary('powershell', POWERSHELL_NEEDS, POWERSHELL, POWERSHELL_FACTS),
      filename: 'request.ps1',
      run: 'pwsh request.ps1',
      stop: (sentence) => `throw '${sentence}'\n`,
      warnings: quoteWarnings,
    },
  ],
};

function shellLibrary(name: string, requires: string, shell: Shell, capabilities: Capabilities): Library {
  const emit = (plan: ProgramPlan) => new CommandWriter(plan, { shell }).toString();
  return { name, requires, install: () => null, clients: [{ capabilities, emit }] };
}

/** Linux limits one argument to 128 KiB. */
const MAX_ARGUMENT = 120_000;

/** Builds the command: flags and numbers before the URL, each text option on its own line after it. */
export class CommandWriter {
  readonly #plan: ProgramPlan;
  readonly #isEdited: boolean;
  readonly #shell: Shell;
  readonly #encoded = new Set<string>();
  readonly #flags: string[] = [];
  #url: Template;
  #words = '';
  /** Whether `--json` sets the types of the body and of the response. */
  #isJson = false;
  /** A command that is piped to curl's standard input. */
  #producer = '';

  /** @param isEdited the command is for editing: placeholders are plain text there, and no URL globbing */
  constructor(
    plan: ProgramPlan,
    { isEdited = false, shell = BASH }: { isEdited?: boolean; shell?: Shell } = {},
  ) {
    this.#plan = plan;
    this.#isEdited = isEdited;
    this.#shell = shell;
    this.#url = plan.url;
    for (const { name, value } of plan.extras)
      if (name === ENCODED) this.#encoded.add(value ?? '');
      else if (typeof value === 'string') this.#add(name, value);
      else if (value === undefined && !this.#flags.includes(name)) this.#flags.push(name);
    this.#options();
    if (plan.auth !== undefined) this.#auth(plan.auth);
    this.#headers();
    this.#body();
    this.#start();
  }

  toString(): string {
    return `${this.#shell === BASH && !this.#plan.isMinimal ? demands(this.#plan.variables) : ''}${this.command}\n`;
  }

  get command(): string {
    const flags = this.#flags.filter((flag) => !/^-\w$/.test(flag));
    const letters = this.#flags.filter((flag) => /^-\w$/.test(flag)).map((flag) => flag.slice(1));
    if (letters.length > 0) flags.unshift(`-${letters.join('')}`);
    return `${this.#producer}${[this.#shell.program, ...flags, this.#word(this.#url)].join(' ')}${this.#words}`;
  }

  #line(text: string): void {
    this.#words += this.#shell.next + text;
  }

  #word(...texts: readonly Template[]): string {
    return this.#shell.word(joined(...texts));
  }

  #add(option: string, ...value: readonly Template[]): void {
    this.#line(`${option} ${this.#word(...value)}`);
  }

  #addText(option: string, text: Template | undefined): void {
    if (text !== undefined) this.#add(option, text);
  }

  /** Writes the query in the form in which people type it, and the method. */
  #start(): void {
    const { url, hasDotSegments, method, verb, isForced, body, isUpload } = this.#plan;
    const [start = '', query = '', ...more] = split(url, '?');
    const isPlainGet = verb === 'GET' && body.kind === 'none' && !SIGNED.test(plainText(query));
    const canSplit = isPlainGet && /[^/]\/(?!\/)/.test(plainText(start));
    const options = canSplit ? fieldOptions(query, more.length === 0, this.#encoded) : [];
    if (options.some(([option]) => option === ENCODED)) {
      this.#flags.push('-G');
      this.#url = start;
      for (const [option, field] of options) this.#add(option, field);
    }
    // Braces and brackets would be treated as URL globbing.
    const shown = spelled(this.#url, String, ({ written }) => (isExpansion(written) ? 'x' : written));
    if (/[[\]{}]/.test(!this.#isEdited ? shown : shown.replace(/\{\{[^{}]*\}\}/g, 'x')))
      this.#flags.push('-g');
    if (hasDotSegments) this.#flags.push('--path-as-is');
    const usual = body.kind === 'none' ? 'GET' : isUpload ? 'PUT' : 'POST';
    if (method === usual && !isForced) return;
    // With -X HEAD curl would wait for a body.
    const isHead = method === 'HEAD' && body.kind === 'none';
    if (isHead) this.#flags.push('-I');
    const isBare = verb !== undefined || (typeof method === 'string' && /^[A-Za-z]+$/.test(method));
    if (!isHead || isForced) this.#flags.push(`-X ${isBare ? method : this.#word(method)}`);
  }

  #options(): void {
    const { redirects, timeout, connectTimeout, httpVersion, ipVersion, proxy, requestTarget } = this.#plan;
    const { output, fails, streams, retry, showsHeaders, isHead, resolve, ...texts } = this.#plan.transfer;
    const flag = (condition: unknown, text: string) => {
      if (condition) this.#flags.push(text);
    };
    flag(showsHeaders && !isHead, '-i');
    flag(fails === 'before', '-f');
    flag(streams, '-N');
    flag(this.#plan.insecure, '-k');
    flag(redirects !== undefined && !redirects.trusted, '-L');
    flag(redirects?.trusted, '--location-trusted');
    flag(redirects?.max !== undefined, `--max-redirs ${redirects?.max}`);
    for (const status of redirects?.keepMethodOn ?? []) this.#flags.push(`--post${status}`);
    flag(fails === 'after', '--fail-with-body');
    flag(this.#plan.compressed, '--compressed');
    flag(retry, `--retry ${retry?.count}`);
    flag(retry?.delay !== undefined, `--retry-delay ${Number(retry?.delay) / 1000}`);
    flag(retry?.allErrors, '--retry-all-errors');
    flag(retry?.refused, '--retry-connrefused');
    flag(connectTimeout !== undefined, `--connect-timeout ${Number(connectTimeout) / 1000}`);
    flag(timeout !== undefined, `-m ${Number(timeout) / 1000}`);
    flag(httpVersion, `--http${httpVersion}`);
    flag(ipVersion, `-${ipVersion}`);
    flag(this.#plan.formEscape === 'backslash', '--form-escape');
    this.#addText('--request-target', requestTarget);
    const file = (path: Template | undefined) => (path === '/dev/null' ? this.#shell.nothing : path);
    for (const [name, option] of TEXT_OPTIONS) {
      const isNone = name === 'cookie_file' && texts[name] === NO_COOKIES;
      this.#addText(option, isNone ? '' : file(texts[name]));
    }
    for (const entry of resolve) this.#add('--resolve', entry);
    this.#addText('-o', file(output));
    const { url = '', username = '', password = '' } = proxy ?? {};
    // An escape in the credentials is easier to read as what it stands for.
    const isEscaped = /^(?=.*[^/]$).*%(?!25)/.test(plainText(url)) && !/[:%]/.test(plainText(username));
    if (proxy !== undefined && (proxy.isOpen || (isEscaped && username !== ''))) {
      this.#add('-x', proxy.server);
      this.#add('--proxy-user', username, ...(password === '' ? [] : [':', password]));
    } else this.#addText('-x', proxy?.url);
  }

  #auth(auth: NonNullable<ProgramPlan['auth']>): void {
    if (auth.kind === 'bearer') return;
    if (auth.kind === 'aws-sigv4') this.#add('--aws-sigv4', auth.provider ?? 'aws:amz');
    else if (auth.kind !== 'basic') this.#flags.push(schemeOption(auth.kind));
    this.#add('-u', auth.username, ':', auth.password);
  }

  #headers(): void {
    const { headers, removed, isUntyped, chunked, isUpload, body, redirects } = this.#plan;
    const isStdin = body.kind === 'file' && body.file.kind === 'stdin';
    const isData =
      body.kind === 'text' ? plainText(body.text)[0] !== '@' : body.kind === 'file' && !body.stripNewlines;
    const type = headers.findIndex(
      ({ name, value }) => `${name}: ${value}` === 'Content-Type: application/json',
    );
    const next = headers[type + 1];
    const isAccepted = next?.name === 'Accept' && next.value === 'application/json';
    this.#isJson = isData && !isUpload && type >= 0 && isAccepted;
    for (const { name, lower, value } of this.#isJson ? headers.toSpliced(type, 2) : headers) {
      const text = plainText(value);
      // With -L, -b would also go to other hosts; and curl joins several.
      const isCookie = name === 'Cookie' && redirects === undefined && /^[^=]+=.{0,4000}$/.test(text);
      const isRange = name === 'Range' && RANGE.test(text) && !this.#isEdited;
      const isOnly = headers.filter((header) => header.lower === lower).length === 1;
      if (isCookie && isOnly) this.#add('-b', value);
      else if (isRange && isOnly) this.#add('-r', text.slice('bytes='.length));
      else if (name === 'Referer' && isOnly && /(?<!;auto)(?<=.)$/.test(text)) this.#add('-e', value);
      else if (name === 'User-Agent' && isOnly && text !== '') this.#add('-A', value);
      else this.#add('-H', name, value === '' ? ';' : ': ', value);
    }
    if (chunked && !(isUpload && isStdin)) this.#add('-H', 'Transfer-Encoding: chunked');
    for (const { name } of removed) this.#add('-H', `${name}:`);
    if (isUntyped) this.#add('-H', 'Content-Type:');
  }

  #body(): void {
    const { body, isUpload } = this.#plan;
    if (body.kind === 'text') this.#text(body.text);
    else if (body.kind === 'bytes') {
      if (body.bytes.includes(0) || body.bytes.length > MAX_ARGUMENT) this.#pipe(body.bytes);
      else this.#line(`--data-raw ${this.#shell.quoteBytes?.(body.bytes)}`);
    } else if (body.kind === 'file') {
      const path = body.file.kind === 'stdin' ? '-' : body.file.path;
      if (isUpload) this.#add('-T', path);
      else this.#add(this.#isJson ? '--json' : body.stripNewlines ? '-d' : '--data-binary', '@', path);
    } else if (body.kind === 'multipart')
      for (const part of body.parts) this.#line(formWord(part, this.#shell));
  }

  #text(text: Template): void {
    const { headers, isUntyped } = this.#plan;
    const isForm = !isUntyped && headers.every(({ lower }) => lower !== 'content-type');
    const hasJson = headers.some(
      ({ lower, value }) => lower === 'content-type' && /\bjson\b/.test(plainText(value)),
    );
    // `--json` keeps the line end.
    const mayPipe = !this.#isJson || /^\s*[[{"]/.test(plainText(text));
    const piped = mayPipe ? this.#shell.piped?.(text, hasJson) : undefined;
    // A UTF-16 code unit is at most three bytes of UTF-8.
    if (typeof text === 'string' && (text.includes('\0') || 3 * text.length > MAX_ARGUMENT))
      this.#pipe(new TextEncoder().encode(text));
    else if (piped !== undefined) {
      this.#producer = piped.producer;
      this.#line(`${this.#isJson ? '--json' : piped.option} '@-'`);
    } else if (this.#isJson) this.#add('--json', text);
    else for (const [option, field] of fieldOptions(text, isForm, this.#encoded)) this.#add(option, field);
  }

  /** Pipes bytes through standard input, because an argument cannot contain NUL and its length is limited. */
  #pipe(bytes: Uint8Array): void {
    this.#producer = `printf '${printfFormat(bytes)}' | `;
    this.#line(`${this.#isJson ? '--json' : '--data-binary'} @-`);
  }
}

/** Returns the options for a form or a query, one per field, encoded by curl where the result is the same. */
function fieldOptions(
  text: Template,
  isForm: boolean,
  encoded: ReadonlySet<string>,
): readonly (readonly [option: string, value: Template])[] {
  const fields = split(text, '&');
  const raw = (field: Template) => [plainText(field).startsWith('@') ? '--data-raw' : '-d', field] as const;
  const isEncoded = (field: Template) => typeof field !== 'string' && encoded.has(partsOf(field)[0]);
  const hasName = (field: Template) => /^[^=\s"<{@]+=/.test(plainText(field));
  if (!isForm || !(fields.some(isEncoded) || fields.every(hasName))) return [raw(text)];
  return fields.map((field) => {
    if (typeof field === 'string' ? !/[%+]/.test(field) || !hasName(field) : !isEncoded(field))
      return raw(field);
    const [name, value] = partsOf(field);
    const decoded = value.map((piece) => (typeof piece === 'string' ? decode(piece) : [piece]));
    const pieces = decoded.filter((piece) => piece !== undefined);
    return pieces.length < value.length ? raw(field) : [ENCODED, concatenated([`${name}=`, ...pieces])];
  });
}

function partsOf(field: Template): [name: string, value: Exclude<Template, string>] {
  const [first = '', ...rest] = typeof field === 'string' ? [field] : field;
  if (typeof first !== 'string') return ['', [first, ...rest]];
  const equals = first.indexOf('=');
  return [first.slice(0, Math.max(equals, 0)), [first.slice(equals + 1), ...rest]];
}

/** Decodes a text that curl would encode again in the same way; undefined for others. */
function decode(value: string): string | undefined {
  const decoded = new URLSearchParams(`v=${value}`).get('v') ?? '';
  const sent = `${new URLSearchParams({ v: decoded })}`.replaceAll('%7E', '~').replaceAll('*', '%2A');
  return sent === `v=${value}` && isPrintableText(decoded) ? decoded : undefined;
}

function split(text: Template, mark: string): Template[] {
  const parts: Template[][] = [[]];
  for (const piece of typeof text === 'string' ? [text] : text) {
    const [first = '', ...rest]: Template[] = typeof piece === 'string' ? piece.split(mark) : [[piece]];
    parts.at(-1)?.push(first);
    for (const next of rest) parts.push([next]);
  }
  return parts.map((pieces) => concatenated(pieces));
}

/** Returns what `-F` does differently for a part; undefined when it sends the same. */
function objection({ name, content, filename, contentType, headers }: NormalPart): string | undefined {
  if (/[=\0]/.test(name)) return 'ends the name at "=" or NUL';
  if (content.kind === 'bytes' && (filename ?? contentType) !== undefined)
    return 'sends bytes without their filename and type';
  const text =
    content.kind === 'bytes' ? binaryText(content.bytes) : content.kind === 'text' ? content.text : '';
  if (text.includes('\0')) return 'cannot send a NUL';
  const isUntyped = contentType === undefined && !headers.some((line) => /^content-type:/i.test(line));
  const type = content.kind === 'file' ? usualFileType(content.path, filename) : fileType(filename ?? '');
  if (isUntyped && type !== undefined) return `adds the Content-Type ${type}`;
  if (!/^(?:[^/\s;,]+\/[^\s;,]+(?:; ?[\w-]+=[^\s;,"]+)*)?$/.test(contentType ?? ''))
    return 'cannot send this Content-Type';
  return undefined;
}

function formWord(part: PlanPart, { word, quoteBytes }: Shell): string {
  const named = namelessPart(part);
  const { name, content, filename, contentType, headers } = named;
  const start = joined(name, '=');
  const isBare = filename === undefined && contentType === undefined && headers.length === 0;
  if (content.kind === 'bytes') return `--form-string ${word(start)}${quoteBytes?.(content.bytes)}`;
  if (content.kind === 'file') {
    const { file } = content;
    const sign = filename === undefined ? '<' : '@';
    const path = file.kind === 'stdin' ? '-' : file.path;
    return `-F ${word(joined(start, sign, formValue(path), formParameters(path, named)))}`;
  }
  const text = plainText(content.text);
  const isLiteral = /^(?![@<("\s])[^;]*$/.test(text) && !/\s$/.test(text);
  if (isBare && !isLiteral) return `--form-string ${word(joined(start, content.text))}`;
  const value = isLiteral ? content.text : joined('"', escaped(content.text), '"');
  return `-F ${word(joined(start, value, formParameters(undefined, named)))}`;
}

/** Gives a nameless part the options with which curl comes closest to its Content-Disposition. */
function namelessPart(part: PlanPart): PlanPart {
  const given = part.lines.find(([key]) => /^content-disposition$/i.test(plainText(key)))?.[1];
  if (part.name !== '' || (given !== undefined && typeof given !== 'string')) return part;
  const filename = part.filename ?? /; filename="([^"\\%]*)"$/.exec(given ?? '')?.[1];
  const type = part.headers.find(([key]) => /^content-type$/i.test(plainText(key)))?.[1];
  const headers = part.headers.filter(([key]) => !/^content-(?:type|disposition)$/i.test(plainText(key)));
  return { ...part, filename, contentType: part.contentType ?? type, headers };
}

function formParameters(path: Template | undefined, part: PlanPart): Template {
  const { filename, contentType, headers } = part;
  const pieces: Template[] = [];
  const usualName = typeof path === 'string' ? path.replace(/^.*\//s, '') : undefined;
  const usualType =
    typeof path === 'string' && typeof filename !== 'object' ? usualFileType(path, filename) : undefined;
  const isRenamed = filename !== undefined && filename !== usualName;
  if (contentType !== undefined && (isRenamed || contentType !== usualType))
    pieces.push(';type=', contentType);
  if (isRenamed) pieces.push(';filename=', formValue(filename));
  for (const [key, value] of headers) pieces.push(';headers="', escaped(joined(key, ': ', value)), '"');
  return concatenated(pieces);
}

function formValue(value: Template): Template {
  return /^[^\s",;\\]+(?: [^\s",;\\]+)*$/.test(plainText(value)) ? value : joined('"', escaped(value), '"');
}

function escaped(value: Template): Template {
  const slashed = (text: string) => text.replace(/[\\"]/g, '\\$&');
  return typeof value === 'string'
    ? slashed(value)
    : value.map((piece) => (typeof piece === 'string' ? slashed(piece) : piece));
}
