/** Reduces a stored result to what readers of a playground see: without credentials, and short. Pure. */
import { base64Bytes, binaryText } from '../request/bytes.ts';
import { MASK, maskFields } from '../request/mask.ts';
import { inOrder, secretFields } from '../request/secret-fields.ts';
import type { TestRun } from '../schemas/test-run.ts';
import { isExample } from './examples.ts';
import { findSecrets } from './find.ts';
import { KnownSecrets } from './known.ts';
import { findTokens } from './tokens.ts';

/** The part of a result that readers see. */
export type Example = Pick<
  TestRun,
  'status' | 'request' | 'response' | 'error' | 'timings' | 'warnings' | 'created_at'
>;

/** Characters of a response body that an example keeps: more makes pages slow. */
const MAX_BODY = 16_384;
/** Characters beyond the cut that are searched but not kept, so that a credential at the cut is found. */
const MARGIN = 4_096;
/** An example, and what is masked in it: names of fields and headers. */
export interface MaskedExample {
  example: Example;
  masked: string[];
}

/**
 * Converts a result to an example. Masks what findSecrets() finds in any of its texts (fields with secret names,
 * in JSON too, and tokens by their format), and the command's own credentials wherever the response repeats them.
 * @param command of the playground
 * @param run as stored, with its headers masked
 */
export function exampleOf(command: string, run: TestRun): MaskedExample {
  const names = new Set<string>();
  const mask = masking(command, (name) => names.add(name));
  const { status, request, response, error, timings, warnings, created_at } = run;
  const { body: _, body_base64: __, form: ___, ...sent } = request;
  const example = {
    status,
    request: masked(sent, mask),
    response: response && {
      ...masked({ ...withoutChunks(response), body: '' }, mask),
      ...bodyOf(response, mask),
    },
    error: masked(error, mask),
    timings,
    warnings: masked(warnings, mask),
    created_at,
  };
  for (const part of [example.request, example.response])
    for (const [name, value] of Object.entries(part?.headers ?? {}))
      if (value.includes(MASK)) names.add(name);
  return { example, masked: [...names] };
}

/** Masks the credentials of its playground's current command in an example that was pinned earlier. */
export function withoutSecretsOf(command: string, example: Example): Example {
  const mask = masking(command, () => {});
  const { request, response, error, warnings } = example;
  return { ...example, ...masked({ request, response, error, warnings }, mask) };
}

/** Returns a function that masks a text. @param found called with the name of each masked value */
function masking(command: string, found: (name: string) => void): (text: string) => string {
  const known = new KnownSecrets(findSecrets(command).secrets);
  return (text) => {
    const fields = [...secretFields(text, { decodesBase64: true }), ...findTokens(text)].filter(
      ({ name, start, end }) => {
        const value = text.slice(start, end);
        const isSecret = !isExample(value);
        if (isSecret || value === MASK) found(name); // MASK: masked when it was stored
        return isSecret;
      },
    );
    const repeated = known.fieldsOf(text);
    for (const { name } of repeated) found(name);
    return maskFields(text, inOrder([...fields, ...repeated]));
  };
}

/** Removes the chunk times, which do not match a masked body. */
function withoutChunks({ chunks: _, ...response }: NonNullable<TestRun['response']>) {
  return response;
}

type Body = Pick<NonNullable<TestRun['response']>, 'body' | 'truncated'>;

/** Masks and truncates the body. Bytes are read as Latin-1; a large binary body is omitted, since a part is useless. */
function bodyOf(
  { body = '', body_encoding: encoding, truncated }: NonNullable<TestRun['response']>,
  mask: (text: string) => string,
): Body {
  const bytes = encoding === 'base64' ? base64Bytes(body) : undefined;
  if (bytes !== undefined)
    return bytes.length > MAX_BODY
      ? { body: '', truncated: true }
      : { body: btoa(mask(binaryText(bytes))), truncated };
  const text = mask(body.slice(0, MAX_BODY + MARGIN));
  return { body: text.slice(0, MAX_BODY).toWellFormed(), truncated: truncated || text.length > MAX_BODY };
}

/** Masks all strings of a value; names of fields are unchanged. */
function masked<T>(value: T, mask: (text: string) => string): T {
  if (typeof value === 'string') return mask(value) as T & string;
  if (Array.isArray(value)) return value.map((item) => masked(item, mask)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, mask)])) as T;
}
