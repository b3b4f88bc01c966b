/** Request pass: which URL is requested, and whether the command makes more than one. */
import { DNS_NAME } from '../../request/raw-text.ts';
import type { Use } from '../options/transfer.ts';
import type { Word } from '../word.ts';
import { isUploadOfInput, readQuery, uploadName } from './body.ts';
import { expandPattern } from './glob.ts';
import { listedLines } from './header-lines.ts';
import type { Job } from './request-draft.ts';
import { addFileName, addQuery, type CurlUrl, checkUrlWord, readUrl } from './url.ts';

/** The URL of the first transfer, its query and the name of an uploaded file included. */
export function readDestination(job: Job, data: Word | undefined): CurlUrl {
  const { transfer, diagnostics } = job;
  const url = readFirst(job, chooseUrl(job));
  const upload = transfer.uploads?.[0];
  if (job.kind === 'put' && upload !== undefined) {
    const name = uploadName(job, upload);
    if (!isUploadOfInput(name)) addFileName(url, name);
  }
  const query = transfer.get && data !== undefined ? data : readQuery(job);
  if (query !== undefined) {
    checkUrlWord(query, diagnostics);
    addQuery(url, query);
  }
  return url;
}

/** Whether nothing but unquoted unresolved values stands in it: it may be several arguments, or none. */
const mayBeMany = (word: Word): boolean =>
  word.hasUnresolved && word.segments.every((segment) => segment.kind === 'unresolved' && !segment.quoted);

function chooseUrl({ transfer, diagnostics, line }: Job): Use {
  const { urls = [], configFile } = transfer;
  const certain = urls.filter(({ value }) => !mayBeMany(value));
  // A lone variable next to a real URL is more likely a list of options than a second URL.
  if (certain.length > 0)
    for (const { value } of urls) if (mayBeMany(value)) diagnostics.warn('variable_arguments', value);
  const [first = urls[0]] = certain;
  if (first !== undefined) return first;
  // The config file may contain the URL.
  throw diagnostics.error('no_url', configFile ?? line.span.end);
}

function readFirst(job: Job, use: Use): CurlUrl {
  const { transfer, diagnostics } = job;
  const word = listedUrl(job, use);
  const isLiteral = transfer.globOff || word !== use.value;
  const { first, isMany, names } = expandPattern(word, isLiteral, '--url', diagnostics);
  const url = readUrl(first, transfer, diagnostics);
  for (const { start, end } of names) diagnostics.warn('glob_braces', word.slice(start, end));
  if (!isSendable(url)) diagnostics.warn('host_not_sendable', use);
  warnOfMany(job, isMany, use);
  return url;
}

/** `@-` and `@file` are lists of URLs, which are taken as they are. */
function listedUrl({ line, diagnostics }: Job, { value }: Use): Word {
  if (value.outline[0] !== '@') return value;
  const source = line.sources.read(value.slice(1));
  if (source.kind === 'file') throw diagnostics.error('url_file', value);
  const [first] = listedLines(source.content);
  if (first === undefined) throw diagnostics.error('no_url', value);
  return first;
}

/** A host that URL parsers read as an address. */
const NUMBER_LAST = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i;

/** Whether the service sends to this host and port: curl leaves it to the resolver what a name is. */
function isSendable({ host: { text: host }, port }: CurlUrl): boolean {
  if (port?.text === '0') return false;
  if (host === undefined || host.startsWith('[')) return true;
  const name = host.replace(/\.$/, '');
  return DNS_NAME.test(name) && (!NUMBER_LAST.test(name) || URL.canParse(`http://${host}/`));
}

/** @param isMany whether the pattern that has been read makes several */
function warnOfMany({ line, transfer, diagnostics }: Job, isMany: boolean, read: Use): void {
  let are = isMany;
  for (const { urls = [] } of line.transfers)
    for (const use of urls) are ||= use !== read && !mayBeMany(use.value);
  // `-T '{a,b}'` sends each of the files.
  const upload = transfer.uploads?.[0];
  if (upload !== undefined)
    are ||= expandPattern(upload.value, transfer.globOff, upload.name, diagnostics).isMany;
  if (are) diagnostics.warn('many_requests', line.span);
}
