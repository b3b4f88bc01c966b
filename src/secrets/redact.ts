/** Replaces each credential in a command with a placeholder, for readers other than its owner. Pure. */
import { generateCode } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';
import { codePointsBefore } from '../curl/readings/source.ts';
import { base64Bytes } from '../request/bytes.ts';
import { maskFields } from '../request/mask.ts';
import {
  type Context,
  credentialFields,
  type Field,
  headerFields,
  inOrder,
  isKeyLike,
  isOAuth,
  secretFields,
} from '../request/secret-fields.ts';
import { decoded, isSecretField, isSecretHeader, placeholderName } from '../request/secret-names.ts';
import type { HeaderLine, ParsedRequest, RequestShape } from '../schemas/request-shape.ts';
import { isExample } from './examples.ts';
import { findSecrets, type Secret } from './find.ts';
import { type KnownSecret, KnownSecrets } from './known.ts';
import { findTokens } from './tokens.ts';

export interface Redacted {
  /** Parses like the original, with placeholders for the reader's own values. */
  command: string;
  /** The original's credentials: their positions in code points, and the placeholders that replace them. */
  secrets: readonly { placeholder: string; start: number; end: number }[];
  /** Replaces the same credentials, in other encodings too, in a text that belongs to the command. */
  text(text: string): string;
  /** The names of the variables that stand for a credential, in lower case. */
  variables: ReadonlySet<string>;
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
 * Finds and replaces the credentials of a command. Its request is searched, too: what the shell puts together is found
 * where the command contains it. The result is parsed like a curl command; if there is still a credential in the request,
 * or the text does not parse any more, the command is regenerated from the request.
 */
export function redact(command: string): Redacted {
  const request = parsed(command);
  const placeholders = new Placeholders(command);
  const { secrets, variables } = findSecrets(command, secretsOfRequest(request));
  let result = replaced(command, secrets, placeholders);
  let isWhole = false;
  if (!isClean(result)) {
    const clean = request && redactRequest(request, ({ name, value }) => placeholders.of(name, value));
    if (clean !== undefined) result = generateCode(clean, 'curl').code.trim();
    isWhole = clean !== undefined && secrets.length === 0;
  }
  const known = new KnownSecrets(secrets);
  const pointAt = codePointsBefore(command);
  const text = (other: string) => redactText(other, known, placeholders);
  return {
    command: result,
    secrets: isWhole
      ? [{ placeholder: 'placeholders', start: 0, end: pointAt(command.length) }]
      : secrets.map(({ name, value, start, end }) => ({
          placeholder: placeholders.of(name, value),
          start: pointAt(start),
          end: pointAt(end),
        })),
    variables,
    text,
    tells: (other) => text(other) !== other,
  };
}

/** Whether a command parses to a request without credentials. */
function isClean(command: string): boolean {
  const request = parsed(command);
  return request !== undefined && secretsOfRequest(request).length === 0;
}

function parsed(command: string): ParsedRequest | undefined {
  try {
    return parseCurl(command);
  } catch {
    return undefined; // a later version may refuse what was stored
  }
}

function redactText(text: string, known: KnownSecrets, placeholders: Placeholders): string {
  const result = replaced(text, findSecrets(text).secrets, placeholders);
  return maskFields(result, known.fieldsOf(result), ({ name, value }) => placeholders.of(name, value));
}

/** Returns the credentials in a request. */
function secretsOfRequest(request: ParsedRequest | undefined): KnownSecret[] {
  const secrets: KnownSecret[] = [];
  if (request !== undefined)
    redactRequest(request, (secret) => {
      secrets.push(secret);
      return secret.value;
    });
  return secrets;
}

/** Replaces each credential of a request. */
function redactRequest(request: ParsedRequest, replace: (secret: KnownSecret) => string): RequestShape {
  const context: Context = { isOAuth: isOAuth(request.url) };
  const put = (name: string, value: string) => (isExample(value) ? value : replace({ name, value }));
  const fields = (text: string, places: readonly Field[]) =>
    maskFields(text, places, ({ name, start, end }) => put(name, text.slice(start, end)));
  const text = (value: string) =>
    fields(value, inOrder([...secretFields(value, context), ...findTokens(value)]));
  const header = (name: string, value: string) => {
    if (!isSecretHeader(name)) return text(value);
    const basic = /^basic +(.*)/is.exec(value)?.[1];
    return basic !== undefined && hasNoSecret(basicText(basic))
      ? value
      : fields(value, headerFields(name, value));
  };
  const { headers, body, form, auth, options, warnings: _, ...sent } = request;
  const clean: RequestShape = {
    ...sent,
    url: text(request.url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, header(name, value)])),
  };
  if (body !== undefined) clean.body = typeof body === 'string' ? text(body) : body;
  if (form !== undefined)
    clean.form = form.map((part) => {
      const { name, value, headers: lines } = part;
      const changed = { ...part };
      if (value !== undefined)
        changed.value = isSecretField(name, value, context.isOAuth === true) ? put(name, value) : text(value);
      if (lines !== undefined) changed.headers = lines.map(text);
      return changed;
    });
  if (auth !== undefined)
    clean.auth = { ...auth, ...(auth.password && { password: put('password', auth.password) }) };
  if (options !== undefined) {
    const { proxy, header_list: list } = options;
    clean.options = { ...options };
    if (proxy !== undefined) clean.options.proxy = text(proxy);
    if (list !== undefined)
      clean.options.header_list = list.map(
        ({ name, value }): HeaderLine => ({ name, value: header(name, value) }),
      );
  }
  return clean;
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
