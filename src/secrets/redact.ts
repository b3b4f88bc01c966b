/** Replaces each credential in a command with a placeholder, for readers other than its owner. Pure. */
import { generateCode } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';
import { codePointsBefore } from '../curl/text/offsets.ts';
import { base64Bytes } from '../request/bytes.ts';
import { maskFields, SCHEME } from '../request/mask.ts';
import { bodyFields, cookieFields, type Field, queryFields } from '../request/secret-fields.ts';
import { decoded, isSecretHeader, placeholderName } from '../request/secret-names.ts';
import type { HeaderLine, ParsedRequest, RequestShape } from '../schemas/request-shape.ts';
import { isExample } from './examples.ts';
import { credentialFields, findSecrets, isKeyLike, type Secret, schemeName } from './find.ts';
import { findTokens } from './tokens.ts';

export interface Redacted {
  /** Parses like the original, with placeholders for the reader's own values. */
  command: string;
  /** The original's credentials: their positions in code points, and the placeholders that replace them. */
  secrets: readonly { placeholder: string; start: number; end: number }[];
  /** Replaces the same credentials, in other encodings too, in a text that belongs to the command. */
  text(text: string): string;
  /** Whether a text contains a credential of the command, or any other. */
  tells(text: string): boolean;
}

/** Assigns placeholder names: equal values get the same name, different values get different names. */
class Placeholders {
  readonly #byValue = new Map<string, string>();
  readonly #taken: Set<string>;
  /** For each name, the number that was tried last. */
  readonly #counts = new Map<string, number>();

  /** @param command whose own placeholders and variables keep their names */
  constructor(command: string) {
    this.#taken = new Set(Array.from(command.matchAll(/\{\{\s*([A-Za-z_]\w*)/g), ([, name = '']) => name));
  }

  of(name: string, value: string): string {
    // The value may be urlencoded in a form.
    const key = decoded(value.replaceAll('+', ' '));
    let placeholder = this.#byValue.get(key);
    if (placeholder === undefined) {
      const base = placeholderName(name);
      let free = base;
      let count = this.#counts.get(base) ?? 1;
      while (this.#taken.has(free)) {
        count += 1;
        free = `${base}_${count}`;
      }
      this.#counts.set(base, count);
      this.#taken.add(free);
      placeholder = `{{${free}}}`;
      this.#byValue.set(key, placeholder);
    }
    return placeholder;
  }
}

/** Replaces parts of a text. */
function replaced(text: string, secrets: readonly Secret[], placeholders: Placeholders): string {
  return maskFields(text, secrets, ({ name, value, between }) => placeholders.of(name, value) + between);
}

/**
 * Finds and replaces the credentials of a command. The result is parsed like a curl command; if there is still
 * a credential in the request, or the text does not parse any more, the command is regenerated from the request.
 */
export function redact(command: string): Redacted {
  const secrets = findSecrets(command);
  const placeholders = new Placeholders(command);
  let result = replaced(command, secrets, placeholders);
  let isWhole = false;
  if (!isClean(result)) {
    const clean = redactRequest(parsed(command), placeholders);
    if (clean !== undefined) result = generateCode(clean.request, 'curl').code.trim();
    isWhole = clean?.found === true && secrets.length === 0;
  }
  const known = new Map(secrets.map(({ name, value }) => [value, name]));
  const pointAt = codePointsBefore(command);
  return {
    command: result,
    secrets: isWhole
      ? [{ placeholder: 'placeholders', start: 0, end: pointAt(command.length) }]
      : secrets.map(({ name, value, start, end }) => ({
          placeholder: placeholders.of(name, value),
          start: pointAt(start),
          end: pointAt(end),
        })),
    text: (text) => redactText(text, known, placeholders),
    tells: (text) => redactText(text, known, placeholders) !== text,
  };
}

/** Whether a command parses to a request without credentials. */
function isClean(command: string): boolean {
  return redactRequest(parsed(command), new Placeholders(''))?.found === false;
}

function parsed(command: string): ParsedRequest | undefined {
  try {
    return parseCurl(command);
  } catch {
    return undefined; // a later version may refuse what was stored
  }
}

/** Minimum length of a known value to search for: shorter ones match unrelated text. */
const MIN_KNOWN = 4;

function redactText(text: string, known: ReadonlyMap<string, string>, placeholders: Placeholders): string {
  let result = replaced(text, findSecrets(text), placeholders);
  for (const [value, name] of known)
    if (value.length >= MIN_KNOWN) result = result.replaceAll(value, () => placeholders.of(name, value));
  return result;
}

/** Replaces each credential of a request with a placeholder, and returns whether there was any. */
function redactRequest(
  request: ParsedRequest | undefined,
  placeholders: Placeholders,
): { request: RequestShape; found: boolean } | undefined {
  if (request === undefined) return undefined;
  let found = false;
  const put = (name: string, value: string) => {
    if (isExample(value)) return value;
    found = true;
    return placeholders.of(name, value);
  };
  const fields = (text: string, places: readonly Field[]) =>
    maskFields(text, places, ({ name, start, end }) => put(name, text.slice(start, end)));
  const tokens = (text: string) => fields(text, findTokens(text));
  const header = (name: string, value: string) => {
    if (/^cookie2?$/i.test(name)) return fields(value, cookieFields(value));
    if (!isSecretHeader(name)) return tokens(fields(value, queryFields(value)));
    const scheme = SCHEME.exec(value)?.[0] ?? '';
    const credentials = value.slice(scheme.length).trim();
    if (/^basic$/i.test(scheme) && hasNoSecret(basicText(credentials))) return value;
    const replacement = put(schemeName(scheme, name), credentials);
    return scheme === '' ? replacement : `${scheme} ${replacement}`;
  };
  const { variables, warnings: _, ...sent } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, header(name, value)]),
  );
  const clean: RequestShape = {
    ...sent,
    url: tokens(fields(request.url, queryFields(request.url))),
    headers,
  };
  if (variables !== undefined) clean.variables = variables;
  if (typeof request.body === 'string') clean.body = tokens(fields(request.body, bodyFields(request.body)));
  if (request.form !== undefined)
    clean.form = request.form.map((part) => {
      if (part.value === undefined) return part;
      return { ...part, value: isSecretHeader(part.name) ? put(part.name, part.value) : tokens(part.value) };
    });
  if (request.auth?.password !== undefined && request.auth.password !== '')
    clean.auth = { ...request.auth, password: put('password', request.auth.password) };
  if (request.options !== undefined) {
    const { proxy, header_list: list } = request.options;
    clean.options = { ...request.options };
    if (proxy !== undefined)
      clean.options.proxy = proxy.replace(
        /^([a-z0-9+.-]+:\/\/[^/?#@:]*:)([^/?#]*)@/i,
        (_whole, start: string, password: string) => `${start}${put('password', password)}@`,
      );
    if (list !== undefined)
      clean.options.header_list = list.map(
        ({ name, value }): HeaderLine => ({ name, value: header(name, value) }),
      );
  }
  return { request: clean, found };
}

/** Whether credentials are only placeholders or a user name. */
function hasNoSecret(credentials: string): boolean {
  if (credentials.endsWith(':') && !isKeyLike(credentials)) return true;
  return credentialFields(credentials).every(({ start, end }) => isExample(credentials.slice(start, end)));
}

/** Decodes `Basic` credentials; returns them unchanged if they are not base64. */
function basicText(credentials: string): string {
  const bytes = base64Bytes(credentials);
  return bytes === undefined ? credentials : new TextDecoder().decode(bytes);
}
