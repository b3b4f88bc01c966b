/** Request pass: which URL is requested, and whether the command makes more than one. */
import { DNS_NAME } from '../../request/raw-text.ts';
import type { Transfer, Use } from '../options/transfer.ts';
import type { Word } from '../word.ts';
import { isUploadOfInput, readQuery, uploadPattern } from './body.ts';
import { expandPattern } from './glob.ts';
import type { Job } from './request-draft.ts';
import { addFileName, addQuery, type CurlUrl, checkUrlWord, readUrl } from './url.ts';

/** The URL of the first transfer, its query and the name of an uploaded file included. */
export function readDestination(job: Job, data: Word | undefined): CurlUrl {
  const { transfer, diagnostics } = job;
  const url = readFirst(job, chooseUrl(job));
  const upload = transfer.uploads?.[0];
  if (job.kind === 'put' && upload !== undefined) {
    const { first } = uploadPattern(job, upload);
    if (!isUploadOfInput(first)) addFileName(url, first);
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

const URL_LIST = 'A list of URLs is not read. Write the URL in the command.';

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

function readFirst({ transfer, line, diagnostics }: Job, use: Use): CurlUrl {
  const word = use.value;
  // `@file` is a list of URLs.
  if (word.outline[0] === '@') throw diagnostics.error('url_file', word, URL_LIST);
  const { first, isMany, names } = expandPattern(word, transfer.globOff, '--url', diagnostics);
  const url = readUrl(first, transfer, diagnostics);
  for (const { start, end } of names) diagnostics.warn('glob_braces', word.slice(start, end));
  if (!isSendable(url)) diagnostics.warn('host_not_sendable', use);
  const isOther = ({ urls = [] }: Transfer) => urls.some((other) => other !== use && !mayBeMany(other.value));
  if (isMany || line.transfers.some(isOther)) diagnostics.warn('many_requests', line.span);
  return url;
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
