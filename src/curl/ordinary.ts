/**
 * The request of an operation like most, in one go: a plain URL, headers that curl sends as they stand, data that
 * stand in the command, basic credentials and flags. It is the one that the assembler makes, in half the time.
 */
import { utf8Base64 } from '../request/bytes.ts';
import { REFUSED_METHOD, TOKEN } from '../request/normalize.ts';
import { buildData, isWritten } from './body.ts';
import { type Context, hasRawByte, isUnmarked } from './context.ts';
import { type Draft, FORM_TYPE, JSON_TYPE, usualOptions } from './draft.ts';
import { addMadeHeader, addOrdinaryHeader } from './headers.ts';
import { type DataUse, isUsual, type Operation } from './operation.ts';
import type { StandardInput } from './standard-input.ts';
import { addQuery, isPlainQuery, readPlainUrl, writeUrl } from './url.ts';

/** Beyond this many header lines, comparing each name with all before takes too long. */
const FEW = 32;

/** @returns undefined for an operation that has anything else, or something that needs a warning or an error */
export function ordinaryDraft(
  context: Context,
  operation: Operation,
  stdin: StandardInput,
): Draft | undefined {
  const { urls, method, kind, data, get, json, user, userAgent, referer } = operation;
  const [use] = urls;
  const [cookie] = operation.cookies;
  if (use === undefined || urls.length > 1 || !isOrdinary(operation)) return undefined;
  if (method !== undefined && operation.follow === 'spec') return undefined;
  if (method !== undefined && (!TOKEN.test(method.value.text) || REFUSED_METHOD.test(method.value.text)))
    return undefined;
  const url = readPlainUrl(use.value.text);
  if (url === undefined) return undefined;
  const headers: Record<string, string> = {};
  const keys: string[] = [];
  if (user !== undefined) {
    const { text } = user.value;
    if (text.length < 2 || !text.includes(':') || !isUnmarked(text)) return undefined;
    headers['Authorization'] = `Basic ${utf8Base64(text)}`;
    keys.push('authorization');
  }
  if (userAgent !== undefined && !addMadeHeader(headers, keys, 'User-Agent', userAgent)) return undefined;
  if (referer !== undefined && !addMadeHeader(headers, keys, 'Referer', referer)) return undefined;
  if (cookie !== undefined && !addMadeHeader(headers, keys, 'Cookie', cookie)) return undefined;
  for (const { value } of operation.headers)
    if (!addOrdinaryHeader(headers, keys, value.text)) return undefined;
  const written = data.length === 0 ? undefined : writtenData(context, data, stdin);
  if (written === undefined ? data.length > 0 : get && !isPlainQuery(written)) return undefined;
  if (written !== undefined && get) addQuery(url, written);
  const body = get ? undefined : written;
  if (json !== undefined) {
    if (!keys.includes('content-type')) headers['Content-Type'] = JSON_TYPE;
    if (!keys.includes('accept')) headers['Accept'] = JSON_TYPE;
  } else if (body !== undefined && !keys.includes('content-type')) headers['Content-Type'] = FORM_TYPE;
  const usual = kind === 'head' ? 'HEAD' : body === undefined ? 'GET' : 'POST';
  const draft: Draft = { method: method?.value.text ?? usual, url: writeUrl(url), headers };
  if (body !== undefined) draft.body = body;
  const options = usualOptions(operation);
  if (options !== undefined) draft.options = options;
  return draft;
}

/** The data, when all of it stands in the command and is text. */
function writtenData(context: Context, data: readonly DataUse[], stdin: StandardInput): string | undefined {
  for (const use of data) if (!isWritten(use)) return undefined;
  const body = buildData(context, data, stdin, false);
  return 'text' in body && !hasRawByte(body.text) ? body.text : undefined;
}

function isOrdinary(operation: Operation): boolean {
  const { kind, head, data, uploads, form, cookies, referer } = operation;
  const [cookie] = cookies;
  return (
    isUsual(operation) &&
    (kind === undefined || (kind === 'head' && head && data.length === 0)) &&
    uploads.length === 0 &&
    form.length === 0 &&
    (cookie === undefined || (cookies.length === 1 && cookie.value.text.includes('='))) &&
    referer?.value.text.endsWith(';auto') !== true &&
    operation.headers.length <= FEW
  );
}
