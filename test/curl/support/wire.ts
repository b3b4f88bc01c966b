/** What is compared: a request on the wire without what the senders decide by themselves. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCEPTED_CODINGS } from '../../../src/proxy/body/decode.ts';
import type { FormPart, ParsedRequest, RequestShape } from '../../../src/schemas/request-shape.ts';
import type { TestProxy } from '../../support/proxy.ts';
import { boundaryOf, headerOf, type Recorder, splitMultipart } from '../../support/recorder.ts';
import { FIXTURES, type RecordedCase } from './corpus.ts';

export interface Wire {
  method: string;
  target: string;
  version: string;
  host: string | undefined;
  /** `Name: value`, sorted by name; repeated names in order. Texts are latin1. */
  headers: string[];
  body: string | { headers: string[]; body: string }[];
}

/** Headers that are the sender's own business: the case of their names is not compared. */
const FRAMING = /^(?:content-length|transfer-encoding|connection|expect|te)$/i;
/** Headers whose values depend on the time of sending. */
const VOLATILE = /^(authorization: AWS4-HMAC|x-amz-)/i;

export function wireOf(request: {
  method: string;
  target: string;
  version: string;
  rawHeaders: readonly string[];
  body: Buffer;
}): Wire {
  const pairs = request.rawHeaders.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const boundary =
    boundaryOf(headerOf({ headers: pairs }, 'content-type')) ??
    lastBoundary(headerOf({ headers: pairs }, 'content-type'));
  const parts = boundary === undefined ? undefined : splitMultipart(request.body, boundary);
  const headers = pairs
    .filter(([name]) => name.toLowerCase() !== 'host')
    .map(
      ([name, value]) =>
        `${FRAMING.test(name) ? name.toLowerCase() : name}: ${plainValue(name, value, boundary)}`,
    )
    .filter((line) => !VOLATILE.test(line))
    .sort((a, b) => compare(nameOf(a), nameOf(b)));
  return {
    method: request.method,
    target: request.target,
    version: request.version,
    host: headerOf({ headers: pairs }, 'host'),
    headers,
    body:
      parts?.map((part) => ({ headers: part.headers, body: part.body.toString('latin1') })) ??
      request.body.toString('latin1'),
  };
}

const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase();
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function lastBoundary(type: string | undefined): string | undefined {
  return /; boundary=(-+\w+)$/.exec(type ?? '')?.[1];
}

/** The senders' own names and boundaries differ; that they are there is compared. */
function plainValue(name: string, value: string, boundary: string | undefined): string {
  // What --compressed asks for: Node decodes Zstandard from 22.15 on.
  if (name === 'Accept-Encoding' && value === 'deflate, gzip, br, zstd') return ACCEPTED_CODINGS;
  if (/^user-agent$/i.test(name) && /^(?:curl\/\d[\w.-]*|playgrounds\/test)$/.test(value)) return '<sender>';
  return boundary === undefined ? value : value.replace(boundary, '<boundary>');
}

export function wireOfRecorded({ request }: RecordedCase): Wire | undefined {
  return request === null ? undefined : wireOf({ ...request, body: Buffer.from(request.body, 'base64') });
}

/** Sends what was parsed through the real proxy to the recorder, which stands for the host of the URL. */
export async function execute(
  parsed: ParsedRequest,
  values: Record<string, string>,
  proxy: TestProxy,
  recorder: Recorder,
): Promise<Wire> {
  const { warnings: _, ...sent } = withFiles(parsed);
  const variables = parsed.variables?.map((variable) => ({
    ...variable,
    value: values[variable.name] ?? variable.value ?? '',
  }));
  let url = sent.url;
  for (const { text, value } of variables ?? []) url = url.replaceAll(text, value);
  // The value may have no scheme: curl takes http.
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(url) && variables?.some(({ text }) => sent.url.startsWith(text)))
    url = `http://${url}`;
  const authority = /^[a-z]+:\/\/([^/?]*)/i.exec(url)?.[1] ?? '';
  const rewritten = { ...sent, url: url.replace(/^[a-z]+:\/\/[^/?]*/i, recorder.origin) };
  // Those of the host went with it.
  const { variables: _variables, ...rest } = rewritten;
  const texts = JSON.stringify(rest);
  const left = variables?.filter(({ text }) => texts.includes(JSON.stringify(text).slice(1, -1)));
  const request: RequestShape = { ...rewritten, ...(left === undefined ? {} : { variables: left }) };
  const outcome = await proxy.send(request);
  if (outcome.status !== 'completed') throw new Error(`not sent: ${JSON.stringify(outcome.error)}`);
  const wire = wireOf(await recorder.next());
  // The recorder's own address stands where the URL's host was.
  return { ...wire, host: wire.host === recorder.host ? authority : wire.host };
}

/** Where a file of the user is; of a path for Windows (`.\file`, `C:\folder\file`) its name. */
const fixture = (path: string) => join(FIXTURES, path.replace(/^(?:[A-Za-z]:|\.)\\(?:.*\\)?/, ''));

/** The request with the user's files put in, since the service cannot see them. */
function withFiles(parsed: ParsedRequest): ParsedRequest {
  const request = structuredClone(parsed);
  if (request.body_file !== undefined) {
    let content = readFileSync(fixture(request.body_file)).toString('latin1');
    if (request.options?.strip_newlines === true) content = content.replace(/[\r\n\0]/g, '');
    request.body_base64 = Buffer.from(content, 'latin1').toString('base64');
    delete request.body_file;
    delete request.options?.strip_newlines;
  }
  for (const part of request.form ?? []) fillPart(part);
  return request;
}

function fillPart(part: FormPart): void {
  if (part.file === undefined) return;
  part.value_base64 = readFileSync(fixture(part.file)).toString('base64');
  delete part.file;
}
