/**
 * The corpus: one folder a theme in `test/curl/corpus`, with commands in `cases.txt` and what real curl sent for each
 * in `recorded.json`. Its README says how to add a case.
 *
 * A case is `### title`, directives (`#: …`), and the command up to the next case:
 * - `#: env NAME=value`: the environment of the shell, and the value of the variable in the replay
 * - `#: warn`: what we send differs from curl, and the result says so with a warning
 * - `#: beyond`: the support contract (docs/parsing.md) does not name it: a value is open and a warning names it, or the
 *   text is refused
 * - `#: crlf`: the command has Windows line ends
 * A line `>>> command` is a whole case that is its own title; `>>>! command` has `#: warn`.
 * - `#: run` on a line after the command: what follows is the same for bash, where the command itself is
 *   for another shell or has a prompt, a fence or a program that a test cannot run
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords, writeRecords } from '../../support/records.ts';

export const CORPUS = join(import.meta.dirname, '..', 'corpus');
export const FIXTURES = join(CORPUS, 'files');

export interface Case {
  title: string;
  command: string;
  /** What bash runs. */
  script: string;
  environment: Record<string, string>;
  warns: boolean;
  beyond: boolean;
}

export interface RecordedCase {
  command: string;
  exit: number;
  /** First line of what curl or the shell said. */
  error: string;
  /** The first request, texts in latin1. */
  request: {
    method: string;
    target: string;
    version: string;
    rawHeaders: string[];
    /** The decoded body, base64. */
    body: string;
    tls: boolean;
  } | null;
}

export interface Recording {
  curl: string;
  cases: Record<string, RecordedCase>;
}

/** The themes, each a folder. */
export function corpusThemes(): string[] {
  return readdirSync(CORPUS)
    .filter((name) => existsSync(join(CORPUS, name, 'cases.txt')))
    .sort();
}

export function readCases(theme: string): Case[] {
  const blocks = readFileSync(join(CORPUS, theme, 'cases.txt'), 'utf8')
    .replace(/^>>> (.*)$/gm, '### $1\n$1')
    .replace(/^>>>! (.*)$/gm, '### $1\n#: warn\n$1')
    .split(/^### /m)
    .slice(1);
  const cases = blocks.map(readCase);
  const titles = new Set(cases.map(({ title }) => title));
  if (titles.size !== cases.length) throw new Error(`${theme}: a title stands there twice`);
  return cases;
}

function readCase(block: string): Case {
  const [title = '', ...lines] = block.replace(/\n+$/, '').split('\n');
  const environment: Record<string, string> = {};
  let warns = false;
  let beyond = false;
  let crlf = false;
  let at = 0;
  for (; lines[at]?.startsWith('#: '); at += 1) {
    const directive = lines[at]?.slice(3) ?? '';
    const env = /^env ([\w.]+)=(.*)$/.exec(directive);
    if (env?.[1] !== undefined) environment[env[1]] = env[2] ?? '';
    else if (directive === 'warn') warns = true;
    else if (directive === 'beyond') beyond = true;
    else if (directive === 'crlf') crlf = true;
    else throw new Error(`unknown directive: ${directive}`);
  }
  const run = lines.indexOf('#: run');
  const command = lines.slice(at, run < 0 ? undefined : run).join('\n');
  const script = run < 0 ? command : lines.slice(run + 1).join('\n');
  return {
    title,
    command: crlf ? command.replaceAll('\n', '\r\n') : command,
    script,
    environment,
    warns,
    beyond,
  };
}

/**
 * A recorded case as the file has it: what most of them have in common is left out. `of` is a hash of the command where
 * the title is another text; `headers` lack the two lines that curl sends behind Host, `rawHeaders` have all of them.
 */
interface StoredCase {
  of?: string;
  exit?: number;
  error?: string;
  method?: string;
  target?: string;
  version?: string;
  headers?: string[];
  rawHeaders?: string[];
  body?: string;
  body_base64?: string;
  tls?: true;
}

const hashOf = (command: string): string =>
  createHash('sha256').update(command).digest('base64url').slice(0, 12);

/** The two lines of a curl that was not told otherwise. */
const usualLines = (curl: string): string[] => [`User-Agent: ${curl.split(' ', 2).join('/')}`, 'Accept: */*'];

/** What curl sent for the cases of a theme; of a case whose command has changed since, nothing. */
export function readRecording(theme: string): Recording {
  const { curl, records } = readRecords<StoredCase>(recordingPath(theme));
  const cases: Recording['cases'] = {};
  for (const { title, command } of readCases(theme)) {
    const stored = records[title];
    if (stored !== undefined && (stored.of ?? hashOf(title)) === hashOf(command))
      cases[title] = { command, ...readStored(stored, usualLines(curl)) };
  }
  return { curl, cases };
}

function readStored(stored: StoredCase, usual: readonly string[]): Omit<RecordedCase, 'command'> {
  const {
    exit = 0,
    error = '',
    method = 'GET',
    target,
    version = 'HTTP/1.1',
    headers = [],
    body = '',
  } = stored;
  if (target === undefined) return { exit, error, request: null };
  const [host = '', ...others] = headers;
  const rawHeaders = stored.rawHeaders ?? [host, ...usual, ...others];
  const bytes = stored.body_base64 ?? Buffer.from(body).toString('base64');
  return {
    exit,
    error,
    request: { method, target, version, rawHeaders, body: bytes, tls: stored.tls ?? false },
  };
}

export function writeRecording(theme: string, { curl, cases }: Recording): void {
  const usual = usualLines(curl);
  const records = Object.fromEntries(
    Object.entries(cases).map(([title, recorded]) => [
      title,
      { ...(title === recorded.command ? {} : { of: hashOf(recorded.command) }), ...stored(recorded, usual) },
    ]),
  );
  writeRecords(recordingPath(theme), { curl, records });
}

function stored({ exit, error, request }: RecordedCase, usual: readonly string[]): StoredCase {
  const record: StoredCase = { ...(exit === 0 ? {} : { exit }), ...(error === '' ? {} : { error }) };
  if (request === null) return record;
  const { method, target, version, rawHeaders, body, tls } = request;
  const [host = '', agent, accept, ...others] = rawHeaders;
  const text = Buffer.from(body, 'base64').toString();
  const isText = Buffer.from(text).toString('base64') === body;
  return {
    ...record,
    ...(method === 'GET' ? {} : { method }),
    target,
    ...(version === 'HTTP/1.1' ? {} : { version }),
    ...(agent === usual[0] && accept === usual[1] ? { headers: [host, ...others] } : { rawHeaders }),
    ...(body === '' ? {} : isText ? { body: text } : { body_base64: body }),
    ...(tls ? { tls } : {}),
  };
}

/** The file with what curl sent for a theme's cases. */
function recordingPath(theme: string): string {
  return join(CORPUS, theme, 'recorded.json');
}
