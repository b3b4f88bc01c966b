/** Request pass: which URL is requested, and how many requests the command makes. */
import { InputError } from '../../errors.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Use } from '../options/operation.ts';
import { Word } from '../shell/word.ts';
import { isUploadOfInput, readQuery, uploadName } from './body.ts';
import type { Job, Kind } from './draft.ts';
import { expandPattern, globCount } from './glob.ts';
import { hasHttpProxy } from './proxies.ts';
import { addFileName, addQuery, type CurlUrl, checkUrlText, readUrl, withoutBytes } from './url.ts';

/** What is wrong with a URL that does not keep curl from the next. */
const SKIPPED: ReadonlySet<string> = new Set(['invalid_url', 'unsupported_scheme', 'protocol_disabled']);
/** URLs that are tried after the first; a command with more of them is no command. */
const MAX_SKIPPED = 20;
/** Beyond this, patterns are no longer counted. */
const MANY_REQUESTS = 1000;

/** The URL of the first operation, its query and the name of an uploaded file included. */
export function readTarget(job: Job, kind: Kind, data: Word | undefined): CurlUrl {
  const { operation, diagnostics } = job;
  const use = chooseUrl(job);
  const url = firstReadable(job, use);
  const [upload] = operation.uploads;
  if (kind === 'put' && upload !== undefined) {
    const name = uploadName(job, upload);
    if (!isUploadOfInput(name)) addFileName(url, name);
  }
  const query = operation.get && data !== undefined ? data : readQuery(job);
  if (query !== undefined) {
    checkUrlText(query, diagnostics);
    addQuery(url, withoutBytes(query, 'query', diagnostics));
  }
  return url;
}

function chooseUrl({ operation, diagnostics, line }: Job): Use {
  const { urls, configFile } = operation;
  const certain = urls.filter(({ value }) => !value.mayBeMany);
  // A lone variable next to a real URL is more likely a list of options than a second URL.
  if (certain.length > 0)
    for (const { value } of urls)
      if (value.mayBeMany)
        diagnostics.warn(
          'variable_arguments',
          'This variable may hold further arguments, which are not known.',
          value,
        );
  const [first = urls[0]] = certain;
  if (first !== undefined) return first;
  if (configFile !== undefined)
    throw diagnostics.error(
      'no_url',
      `curl takes the URL from ${configFile.value.spelled}, which cannot be seen here.`,
      configFile,
    );
  throw diagnostics.error('no_url', 'curl: (2) no URL specified', line.span.end);
}

/** The first URL that makes a request: curl reports one that it cannot read, and goes on with the next. */
function firstReadable(job: Job, chosen: Use): CurlUrl {
  const { operation, diagnostics } = job;
  const { urls, uploads, pathAsIs, defaultProtocol, protocols } = operation;
  const rules = { pathAsIs, defaultProtocol, protocols, proxied: hasHttpProxy(job) };
  const skipped: Use[] = [];
  let problem: unknown;
  for (const use of uploads.length > 0 ? [chosen] : urls.slice(urls.indexOf(chosen))) {
    if (use !== chosen && use.value.mayBeMany) continue;
    try {
      const word = listedUrl(job, use);
      const isListed = word !== use.value;
      const { first, count, names } = expandPattern(
        word,
        operation.globOff || isListed,
        undefined,
        diagnostics,
      );
      const url = readUrl(first, rules, diagnostics);
      for (const { value } of skipped)
        diagnostics.warn('url_skipped', 'curl cannot use this URL, and goes on with the next one.', value);
      for (const { from, to } of names) warnOfBraces(word, from, to, diagnostics);
      warnOfReference(word, diagnostics);
      countRequests(job, count, [...skipped, use]);
      return url;
    } catch (error) {
      problem ??= error;
      const isSkipped = error instanceof InputError && SKIPPED.has(error.issues[0].code);
      if (!isSkipped || skipped.length >= MAX_SKIPPED) break;
      skipped.push(use);
    }
  }
  throw problem;
}

function warnOfBraces(word: Word, from: number, to: number, diagnostics: Diagnostics): void {
  const braces = word.slice(from, to).spelled;
  diagnostics.warn(
    'glob_braces',
    `curl's globbing takes these braces away; write {${braces}} for a placeholder.`,
    word.placeOf(from, to),
  );
}

/** Copied from the source of a page: curl sends the reference as it is, and servers make nothing of it. */
function warnOfReference(word: Word, diagnostics: Diagnostics): void {
  const at = word.outline.indexOf('&amp;');
  if (at < 0) return;
  const message = 'The URL has &amp; in it, which is sent as it is; a plain & may be meant.';
  diagnostics.warn('html_escaped', message, word.placeOf(at, at + '&amp;'.length));
}

/** `@-` and `@file` are lists of URLs. */
function listedUrl({ line, diagnostics }: Job, { value }: Use): Word {
  if (!value.startsWith('@')) return value;
  const source = line.sources.read(value.slice(1));
  if (source.kind === 'file')
    throw diagnostics.error('url_file', `The URLs in ${source.path.spelled} are not known.`, value);
  const listed = source.content.split('\n').find((text) => !/^[ \t\r]*(?:#|$)/.test(text.outline));
  if (listed === undefined) throw diagnostics.error('no_url', 'curl: (2) no URL specified', value);
  const text = listed.outline;
  // A copy: a word of its own, even when it is all of the file.
  return new Word(listed.segments, listed).slice(0, text.endsWith('\r') ? text.length - 1 : text.length);
}

function countRequests({ line, operation, diagnostics }: Job, first: number, counted: readonly Use[]): void {
  let total = first;
  for (const { urls, globOff } of line.operations)
    for (const use of urls) {
      if (use.value.mayBeMany || counted.includes(use)) continue;
      total += globOff || total > MANY_REQUESTS ? 1 : globCount(use.value);
    }
  // `-T '{a,b}'` sends each of the files.
  const [upload] = operation.uploads;
  if (upload !== undefined && !operation.globOff) total += globCount(upload.value) * first - first;
  if (total > 1)
    diagnostics.warn('many_requests', `The command makes ${total} requests; this is number 1.`, line.span);
}
