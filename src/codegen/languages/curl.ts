/**
 * cURL: a command for bash and the curl command line tool. It parses back to the request it came from.
 * What curl does with each option was checked against curl 8 and its manual page.
 */
import highlighter from 'highlight.js/lib/languages/bash';
import type { Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { HttpVersion, PlanAuth, ProgramPlan, Template } from '../plan/plan.ts';
import { formWord, objection } from './command/form.ts';
import { demands, isExpansion, printfFormat, quoteBytes, word } from './command/shell.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

export const CAPABILITIES = new Capabilities({
  name: 'curl',
  isCurl: true,
  requestTarget: true,
  repeatedHeaders: 'all',
  defaultHeaders: {},
  defaultType: 'removable',
  impliedType: FORM_TYPE,
  multipart: {
    names: 'percent',
    objection,
    ownType: true,
  },
  basic: 'ascii',
  schemes: { digest: 'own', ntlm: 'own', negotiate: 'own', 'aws-sigv4': 'own', any: 'own' },
  redirects: 'curl',
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.0': 'option', '1.1': 'option', '2': 'option', '2-prior-knowledge': 'option', '3': 'option' },
  ipVersion: true,
  transfer: ['retry', 'cert', 'key', 'cacert', 'unix_socket', 'interface', 'cookie_file', 'cookie_jar'],
});

export const curl: Emitter = {
  title: 'cURL',
  filename: 'request.sh',
  run: 'bash request.sh',
  highlighter,
  libraries: [
    {
      name: 'curl',
      requires: 'bash 3.2, curl 7.76',
      install: () => null,
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new CommandWriter(plan).toString() }],
    },
  ],
};

const HTTP_VERSIONS: Readonly<Record<HttpVersion, string>> = {
  '1.0': '--http1.0',
  '1.1': '--http1.1',
  '2': '--http2',
  '2-prior-knowledge': '--http2-prior-knowledge',
  '3': '--http3',
};

/** Linux takes no argument of 128 KiB or more. */
const MAX_ARGUMENT = 120_000;

/** An option that the plan does not have. */
export interface Extra {
  name: string;
  value?: string | undefined;
}

/** The command as it grows, each option on a line of its own. */
export class CommandWriter {
  readonly #plan: ProgramPlan;
  readonly #extras: readonly Extra[] | undefined;
  #words = '';
  /** A command whose output is curl's standard input. */
  #producer = '';

  /**
   * @param extras more options of a command that is to be typed and changed: placeholders are plain text there, and no
   * pattern of a URL
   */
  constructor(plan: ProgramPlan, extras?: readonly Extra[]) {
    this.#plan = plan;
    this.#extras = extras;
    this.#start();
    this.#options();
    if (plan.auth !== undefined) this.#auth(plan.auth);
    this.#headers();
    this.#body();
  }

  toString(): string {
    return `${demands(this.#plan.variables)}${this.command}\n`;
  }

  /** The command alone, without the line that demands values for its variables. */
  get command(): string {
    return `${this.#producer}${this.#words}`;
  }

  #line(text: string): void {
    this.#words += ` \\\n  ${text}`;
  }

  #add(option: string, ...value: readonly Template[]): void {
    this.#words += ` \\\n  ${option} ${word(...value)}`;
  }

  /** `curl`, method and URL. */
  #start(): void {
    const { url, requestTarget, hasDotSegments } = this.#plan;
    const { showsHeaders, isHead } = this.#plan.transfer;
    const extras = this.#extras ?? [];
    const flags = new Set(extras.filter(({ value }) => value === undefined).map(({ name }) => name));
    let start = `curl${[...flags].map((name) => ` ${name}`).join('')}${showsHeaders && !isHead ? ' -i' : ''}${this.#method()}`;
    // Braces and brackets would be taken for a pattern of several URLs.
    const pattern = this.#extras !== undefined ? shown(url).replace(/\{\{[^{}]*\}\}/g, 'x') : shown(url);
    if (/[[\]{}]/.test(pattern)) start += ' -g';
    if (hasDotSegments) start += ' --path-as-is';
    this.#words = `${start} ${word(url)}`;
    for (const { name, value } of extras) if (value !== undefined) this.#add(name, value);
    if (requestTarget !== undefined) this.#add('--request-target', requestTarget);
  }

  #method(): string {
    const { method, verb, isForced, body, isUpload } = this.#plan;
    const usual = body.kind === 'none' ? 'GET' : isUpload ? 'PUT' : 'POST';
    if (method === usual && !isForced) return '';
    const isBare = verb !== undefined || (typeof method === 'string' && /^[A-Za-z]+$/.test(method));
    const named = ` -X ${isBare ? method : word(method)}`;
    // With -X alone curl would wait for a body.
    if (method === 'HEAD' && body.kind === 'none') return isForced ? ` -I${named}` : ' -I';
    return named;
  }

  #options(): void {
    const { redirects, timeout, connectTimeout, httpVersion, ipVersion, proxy } = this.#plan;
    if (redirects !== undefined) {
      this.#line(redirects.trusted ? '--location-trusted' : '-L');
      if (redirects.max !== undefined) this.#line(`--max-redirs ${redirects.max}`);
      for (const status of redirects.keepMethodOn) this.#line(`--post${status}`);
    }
    if (timeout !== undefined) this.#line(`-m ${timeout / 1000}`);
    if (connectTimeout !== undefined) this.#line(`--connect-timeout ${connectTimeout / 1000}`);
    this.#transfer();
    if (this.#plan.insecure) this.#line('-k');
    if (this.#plan.compressed) this.#line('--compressed');
    if (httpVersion !== undefined) this.#line(HTTP_VERSIONS[httpVersion]);
    if (ipVersion !== undefined) this.#line(`-${ipVersion}`);
    if (proxy !== undefined) this.#add('-x', proxy.url);
    if (this.#plan.configFile !== undefined) this.#add('--config', this.#plan.configFile);
    if (this.#plan.formEscape === 'backslash') this.#line('--form-escape');
  }

  #transfer(): void {
    const { output, fails, streams, retry, ...local } = this.#plan.transfer;
    if (fails !== undefined) this.#line(fails === 'before' ? '-f' : '--fail-with-body');
    if (streams) this.#line('-N');
    if (retry !== undefined) {
      this.#line(`--retry ${retry.count}`);
      if (retry.delay !== undefined) this.#line(`--retry-delay ${retry.delay / 1000}`);
      if (retry.allErrors) this.#line('--retry-all-errors');
    }
    const files = [
      ['-E', local.cert],
      ['--key', local.key],
      ['--cacert', local.cacert],
      ['--unix-socket', local.unixSocket],
      ['--interface', local.localInterface],
      ['-b', local.cookieFile],
      ['-c', local.cookieJar],
      ['-o', output],
    ] as const;
    for (const [option, file] of files) if (file !== undefined) this.#add(option, file);
  }

  #auth(auth: PlanAuth): void {
    if (auth.kind === 'bearer') return;
    if (auth.kind === 'aws-sigv4') this.#add('--aws-sigv4', auth.provider ?? 'aws:amz');
    else if (auth.kind !== 'basic') this.#line(auth.kind === 'any' ? '--anyauth' : `--${auth.kind}`);
    this.#add('-u', auth.username, ':', auth.password);
  }

  #headers(): void {
    const { headers, removed, isUntyped, chunked, isUpload, body } = this.#plan;
    for (const { name, value } of headers) this.#add('-H', name, value === '' ? ';' : ': ', value);
    const isStdin = body.kind === 'file' && body.file.kind === 'stdin';
    if (chunked && !(isUpload && isStdin)) this.#add('-H', 'Transfer-Encoding: chunked');
    for (const { name } of removed) this.#add('-H', `${name}:`);
    if (isUntyped) this.#add('-H', 'Content-Type:');
  }

  #body(): void {
    const { body, isUpload } = this.#plan;
    switch (body.kind) {
      case 'text':
        this.#text(body.text);
        return;
      case 'bytes':
        if (body.bytes.includes(0) || body.bytes.length > MAX_ARGUMENT) this.#pipe(body.bytes);
        else this.#line(`--data-raw ${quoteBytes(body.bytes)}`);
        return;
      case 'file': {
        const path = body.file.kind === 'stdin' ? '-' : body.file.path;
        if (isUpload) this.#add('-T', path);
        else this.#add(body.stripNewlines ? '-d' : '--data-binary', '@', path);
        return;
      }
      case 'multipart':
        for (const part of body.parts) this.#line(formWord(part));
    }
  }

  #text(text: Template): void {
    // No character takes more than three bytes for each of its code units.
    if (typeof text === 'string' && (text.includes('\0') || 3 * text.length > MAX_ARGUMENT))
      this.#pipe(new TextEncoder().encode(text));
    else this.#add(text[0] === '@' || String(text[0]).startsWith('@') ? '--data-raw' : '-d', text);
  }

  /** No argument of a program can hold a NUL or very much: such bytes come in through standard input. */
  #pipe(bytes: Uint8Array): void {
    this.#producer = `printf '${printfFormat(bytes)}' | `;
    this.#line('--data-binary @-');
  }
}

/** What curl may get to see of its URL. */
function shown(url: Template): string {
  if (typeof url === 'string') return url;
  const pieces = url.map((piece) =>
    typeof piece === 'string' ? piece : isExpansion(piece.written) ? 'x' : piece.written,
  );
  return pieces.join('');
}
