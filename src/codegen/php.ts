/** PHP programs with ext-curl: libcurl itself, so nearly everything that the command line tool can send. */
import { partHeaders } from '../request/multipart.ts';
import {
  DEFAULT_MAX_REDIRECTS,
  hasHeader,
  lowerCase,
  type NormalHeader,
  type NormalPart,
  type NormalRequest,
  omits,
  type PartContent,
} from '../request/normalize.ts';
import type { RequestAuth } from '../schemas/request-shape.ts';
import {
  answersChallenge,
  basicUserinfo,
  challengeOption,
  curlUrl,
  declareCurlTarget,
  formPairs,
  type Generator,
  hasDotSegment,
  hasUniqueNames,
  isPrintable,
  optionHeaders,
  ProgramVariables,
  singleHeader,
  snakeCase,
  unreachable,
  urlPieces,
  type Warnings,
} from './generator.ts';
import { declareWrittenType, mayDropBody, redirected } from './redirects.ts';

export const php = {
  language: 'php',
  title: 'PHP',
  library: 'ext-curl',
  requires: 'PHP 8.1 with the curl extension',
  filename: 'request.php',
  install: 'sudo apt-get install php-cli php-curl',
  run: 'php request.php',
  write: (request, warnings) => new PhpProgram(request, warnings).toString(),
} as const satisfies Generator;

/** What every program ends with. */
const SEND = `    CURLOPT_RETURNTRANSFER => true,
]);

$response = curl_exec($curl);
if ($response === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), PHP_EOL, $response, PHP_EOL;
`;

/** Names that the programs use themselves. */
const TAKEN = ['curl', 'response', 'boundary', 'body', 'this'];

const FORM_TYPE = 'application/x-www-form-urlencoded';

class PhpProgram {
  readonly #request: NormalRequest;
  readonly #variables: ProgramVariables;
  readonly #warnings: Warnings;
  /** The entries of curl_setopt_array, a line each at least. */
  #options = '';
  #saysMethod = false;
  /** Header lines as the items of an array. */
  #headers = '';
  /** Statements before the options: the multipart body. */
  #preparation = '';

  constructor(request: NormalRequest, warnings: Warnings) {
    this.#request = request;
    this.#warnings = warnings;
    this.#variables = new ProgramVariables(request.variables, snakeCase, TAKEN);
  }

  toString(): string {
    const { url, target } = curlUrl(this.#request);
    declareCurlTarget(this.#request, target, this.#warnings);
    const address = this.#request.hasPlainUrl ? `'${url}'` : this.#text(url);
    this.#addMethod(target);
    this.#addHeaders();
    this.#addBody();
    this.#addAuth();
    this.#addRedirects();
    this.#addConnection();
    const headers = this.#headers === '' ? '' : `    CURLOPT_HTTPHEADER => [\n${this.#headers}    ],\n`;
    const start = `<?php\n\n${this.#declarations()}${this.#preparation}$curl = curl_init(`;
    return `${start}${address});\ncurl_setopt_array($curl, [\n${this.#options}${headers}${SEND}`;
  }

  /** What stands before everything else: the open variables. */
  #declarations(): string {
    let lines = '';
    for (const { name, identifier, fallback } of this.#variables.used) {
      let otherwise = `throw new RuntimeException(${phpLiteral(`${name} is not set`)})`;
      if (fallback !== undefined) otherwise = phpLiteral(fallback.forEmpty ? '' : fallback.text);
      lines += `$${identifier} = getenv()[${phpLiteral(name)}] ?? ${otherwise};\n`;
      // Not `?:`, which takes '0' for empty.
      if (fallback?.forEmpty === true)
        lines += `if ($${identifier} === '') {\n    $${identifier} = ${phpLiteral(fallback.text)};\n}\n`;
    }
    return lines === '' ? '' : `${lines}\n`;
  }

  #addHeader(line: string): void {
    this.#headers += `        ${line},\n`;
  }

  #set(constant: string, value: string): void {
    this.#options += `    ${constant} => ${value},\n`;
  }

  /** A text with open variables as an expression. */
  #text(text: string): string {
    return this.#variables.expression(text, phpLiteral, ' . ', '$');
  }

  #addMethod(target: string | undefined): void {
    const { method, body, options, url, hasPlainUrl } = this.#request;
    if (method === 'HEAD' && body.kind === 'none') this.#set('CURLOPT_NOBODY', 'true');
    else if (
      // Said again, the method that is implied has a meaning only after a redirect.
      (method !== this.#impliedMethod() ||
        (options.custom_method === true && options.follow_redirects === true)) &&
      (method !== 'GET' || body.kind !== 'none')
    ) {
      this.#saysMethod = true;
      this.#set('CURLOPT_CUSTOMREQUEST', this.#text(method));
    }
    // libcurl takes dot segments out unless it is told not to; what the request says is sent as it stands.
    if (!hasPlainUrl && /\/(?:\.|%2e)/i.test(url) && hasDotSegment(urlPieces(url)?.target ?? url))
      this.#addPathAsIs();
    if (target !== undefined) this.#set('CURLOPT_REQUEST_TARGET', this.#text(target));
  }

  #addPathAsIs(): void {
    this.#set('CURLOPT_PATH_AS_IS', 'true');
    if (this.#request.options.follow_redirects === true)
      this.#warnings.add(
        'redirect_differs',
        'Older versions of libcurl (7.88) keep the dot segments of a Location, too.',
        '--path-as-is',
      );
  }

  /** The method that libcurl sends for the kind of body when it is not told another. */
  #impliedMethod(): string {
    if (this.#uploads()) return 'PUT';
    return this.#request.body.kind === 'none' ? 'GET' : 'POST';
  }

  /**
   * Whether the body is best sent as an upload (`-T`): streamed, and without a Content-Type of libcurl's own.
   * Not where it may be sent again, after a redirect or a challenge: ext-curl cannot tell libcurl how to rewind the
   * file.
   */
  #uploads(): boolean {
    const { method, body, options, auth } = this.#request;
    return (
      method === 'PUT' &&
      body.kind === 'file' &&
      !body.stripNewlines &&
      options.follow_redirects !== true &&
      auth?.scheme !== 'any'
    );
  }

  #addHeaders(): void {
    const { headers, options, body } = this.#request;
    const credentials = this.#headerCredentials();
    if (credentials !== undefined) this.#set('CURLOPT_USERPWD', this.#text(credentials));
    for (const line of headers) {
      const { name, value, lower } = line;
      if (credentials !== undefined && lower === 'authorization') continue;
      if (body.kind === 'form' && lower === 'content-type') continue;
      // libcurl's own line goes away with the body after a redirect; a given one would stay.
      if (name === 'Content-Type' && value === FORM_TYPE && this.#addsFormType()) continue;
      this.#addHeader(this.#headerLine(line));
    }
    for (const { name, value } of optionHeaders(this.#request))
      this.#addHeader(this.#text(`${name}: ${value}`));
    if (options.chunked === true) this.#addHeader(phpLiteral('Transfer-Encoding: chunked'));
    for (const name of options.omit_headers ?? [])
      if (!hasHeader(headers, lowerCase(name))) this.#addHeader(this.#text(`${name}:`));
  }

  #headerLine({ name, value, isPlain }: NormalHeader): string {
    // Nothing but blanks would take the header away.
    if (/^[ \t]*$/.test(value)) return this.#text(`${name};`);
    if (isPlain && !name.includes("'")) return `'${name}: ${value}'`;
    return this.#text(`${name}: ${value}`);
  }

  /** Whether libcurl adds the form content type by itself, and the request says nothing else. */
  #addsFormType(): boolean {
    const { body, headers } = this.#request;
    const isField =
      body.kind === 'text' || body.kind === 'bytes' || (body.kind === 'file' && !this.#uploads());
    return isField && singleHeader(headers, 'content-type') === FORM_TYPE;
  }

  /** `user:password` of a basic Authorization header that libcurl would write just so. */
  #headerCredentials(): string | undefined {
    const { headers, auth } = this.#request;
    const value = singleHeader(headers, 'authorization');
    if (!headers.some(({ name }) => name === 'Authorization')) return undefined;
    if (value === undefined || auth !== undefined || this.#variables.openIn(value)) return undefined;
    const text = basicUserinfo(value);
    if (text === undefined || text.startsWith(':')) return undefined;
    return text.includes('\0') || this.#variables.openIn(text) ? undefined : text;
  }

  #addBody(): void {
    const { body, headers, options } = this.#request;
    switch (body.kind) {
      case 'none':
        return;
      case 'text':
        this.#set('CURLOPT_POSTFIELDS', this.#textBody(body.text));
        break;
      case 'bytes':
        this.#set('CURLOPT_POSTFIELDS', `base64_decode(${phpLiteral(body.base64)})`);
        break;
      case 'file':
        if (this.#uploads()) {
          this.#addUpload(body.path);
          return;
        }
        this.#set(
          'CURLOPT_POSTFIELDS',
          body.stripNewlines
            ? `str_replace(["\\r", "\\n", "\\0"], '', ${this.#readFile(body.path)})`
            : this.#readFile(body.path),
        );
        break;
      case 'form':
        this.#addForm(body.parts);
        return;
      default:
        unreachable(body);
    }
    // libcurl adds the form content type to every POSTFIELDS that has none.
    if (!hasHeader(headers, 'content-type') && !omits(options, 'content-type'))
      this.#addHeader(phpLiteral('Content-Type:'));
  }

  #textBody(text: string): string {
    const isForm = singleHeader(this.#request.headers, 'content-type') === FORM_TYPE;
    const pairs = isForm && !this.#variables.openIn(text) ? formPairs(text, '-_.') : undefined;
    // http_build_query leaves out what an array cannot say: an empty name would be read as an index.
    if (
      pairs === undefined ||
      !hasUniqueNames(pairs) ||
      pairs.some(([name]) => name === '' || name.includes('\0'))
    )
      return this.#text(text);
    const items = pairs.map(([name, value]) => `${phpLiteral(name)} => ${phpLiteral(value)}`);
    return nested('http_build_query([', items, '])');
  }

  #addUpload(path: string): void {
    this.#set('CURLOPT_UPLOAD', 'true');
    this.#set('CURLOPT_INFILE', `fopen(${this.#path(path)}, 'rb')`);
    // Without a size libcurl sends chunks, as it does for standard input.
    if (this.#request.options.chunked !== true && path !== '-')
      this.#set('CURLOPT_INFILESIZE', `filesize(${this.#path(path)})`);
    // libcurl before 8.7 asks before every upload; the newest curl does so only for more than a mebibyte.
    if (this.#request.options.expect_continue !== true) this.#addHeader(phpLiteral('Expect:'));
  }

  #readFile(path: string): string {
    return `file_get_contents(${this.#path(path)})`;
  }

  #path(path: string): string {
    return path === '-' ? "'php://stdin'" : this.#text(path);
  }

  #addForm(parts: readonly NormalPart[]): void {
    const ownType = hasHeader(this.#request.headers, 'content-type');
    const names = new Set(parts.map((part) => part.name));
    if (
      !ownType &&
      parts.length > 0 &&
      names.size === parts.length &&
      parts.every((part) => this.#isPlain(part))
    )
      this.#set(
        'CURLOPT_POSTFIELDS',
        nested(
          '[',
          parts.map((part) => `${this.#text(part.name)} => ${this.#plainPart(part)}`),
          ']',
        ),
      );
    else this.#addWrittenForm(parts);
  }

  /** Whether ext-curl's array of fields can say the part. */
  #isPlain(part: NormalPart): boolean {
    const { form_escape } = this.#request.options;
    const named = part.filename !== undefined && part.contentType !== undefined;
    const bare = part.filename === undefined && part.contentType === undefined;
    if (part.headers.length > 0 || part.name === '' || part.filename === '' || part.contentType === '')
      return false;
    if (part.content.kind === 'file' && part.content.path === '-') return false;
    // Older versions of libcurl escape these in other ways, or end the name there.
    if ([part.name, part.filename ?? '', part.contentType ?? ''].some((text) => /[\0\r\n"\\]/.test(text)))
      return false;
    return form_escape === undefined && (named || bare);
  }

  #plainPart({ content, filename, contentType }: NormalPart): string {
    if (filename === undefined || contentType === undefined) return this.#content(content);
    if (content.kind === 'file')
      return `new CURLFile(${this.#text(content.path)}, ${this.#text(contentType)}, ${this.#text(filename)})`;
    return `new CURLStringFile(${this.#content(content)}, ${this.#text(filename)}, ${this.#text(contentType)})`;
  }

  #content(content: PartContent): string {
    switch (content.kind) {
      case 'text':
        return this.#text(content.text);
      case 'bytes':
        return `base64_decode(${phpLiteral(content.base64)})`;
      case 'file':
        return this.#readFile(content.path);
      default:
        return unreachable(content);
    }
  }

  /** The body written out, for parts that the array of fields cannot say. */
  #addWrittenForm(parts: readonly NormalPart[]): void {
    const { headers, options } = this.#request;
    this.#preparation += '$boundary = bin2hex(random_bytes(16));\n';
    const own = singleHeader(headers, 'content-type');
    let sign = '=';
    const add = (expression: string) => {
      this.#preparation += `$body ${sign} ${expression};\n`;
      sign = '.=';
    };
    for (const part of parts) {
      const head = `\r\n${partHeaders(part, options.form_escape, own).join('\r\n')}\r\n\r\n`;
      const start = "'--' . $boundary . ";
      if (part.content.kind === 'text') add(start + this.#text(`${head}${part.content.text}\r\n`));
      else {
        add(start + this.#text(head));
        add(`${this.#content(part.content)} . "\\r\\n"`);
      }
    }
    add(`'--' . $boundary . "--\\r\\n"`);
    this.#preparation += '\n';
    const type = own ?? 'multipart/form-data';
    if (!omits(options, 'content-type'))
      this.#addHeader(`${this.#text(`Content-Type: ${type}; boundary=`)} . $boundary`);
    this.#set('CURLOPT_POSTFIELDS', '$body');
    declareWrittenType(this.#request, this.#warnings);
  }

  #addAuth(): void {
    const { auth } = this.#request;
    if (auth === undefined) return;
    this.#declareOlderAnswers();
    if (auth.scheme !== 'aws-sigv4') this.#set('CURLOPT_HTTPAUTH', AUTH_CONSTANTS[auth.scheme]);
    this.#set('CURLOPT_USERNAME', this.#text(auth.username ?? ''));
    this.#set('CURLOPT_PASSWORD', this.#text(auth.password ?? ''));
    if (auth.scheme === 'aws-sigv4') this.#set('CURLOPT_AWS_SIGV4', this.#text(auth.provider ?? 'aws:amz'));
  }

  /** What an answer to a challenge says that is not ASCII. */
  #declareOlderAnswers(): void {
    const { auth, url } = this.#request;
    if (!answersChallenge(this.#request)) return;
    if (!/^[\0-\x7f]*$/.test(auth?.username ?? ''))
      this.#warnings.add(
        'header_changed',
        'Older versions of libcurl (7.88) do not escape this user name when they answer a challenge.',
        '-u',
      );
    const [, ...query] = url.split('?');
    if (query.some((piece) => /[^\0-\x7f]|%[0-9A-F]?[a-f]/.test(piece)))
      this.#warnings.add(
        'target_changed',
        'Older versions of libcurl (7.88) do not write the escapes of this query in capitals when they answer a challenge.',
        challengeOption(auth),
      );
  }

  #addRedirects(): void {
    const { options } = this.#request;
    if (options.follow_redirects !== true) return;
    if (options.chunked === true && mayDropBody(this.#request))
      this.#warnings.add(
        'redirect_differs',
        'Older versions of libcurl (7.88) go on to announce chunks when a redirect drops the body.',
        '-L',
      );
    this.#set('CURLOPT_FOLLOWLOCATION', 'true');
    this.#set('CURLOPT_MAXREDIRS', String(options.max_redirects ?? DEFAULT_MAX_REDIRECTS));
    const statuses = [301, 302, 303] as const;
    const kept =
      this.#request.body.kind === 'none'
        ? (options.keep_method_on ?? [])
        : statuses.filter((status) => redirected(this.#request, status).keepsBody);
    if (
      this.#saysMethod &&
      statuses.some((status) => redirected(this.#request, status).method !== this.#request.method)
    )
      this.#warnings.add(
        'redirect_differs',
        `libcurl says ${this.#request.method} again after every redirect.`,
        '-L',
      );
    if (kept.length > 0)
      this.#set('CURLOPT_POSTREDIR', kept.map((status) => `CURL_REDIR_POST_${status}`).join(' | '));
    if (options.auth_on_redirect === true) this.#set('CURLOPT_UNRESTRICTED_AUTH', 'true');
  }

  #addConnection(): void {
    const { options } = this.#request;
    if (options.http_version !== undefined)
      this.#set('CURLOPT_HTTP_VERSION', HTTP_VERSIONS[options.http_version]);
    if (options.compressed === true) this.#set('CURLOPT_ENCODING', "''");
    if (options.insecure === true) {
      this.#set('CURLOPT_SSL_VERIFYPEER', 'false');
      this.#set('CURLOPT_SSL_VERIFYHOST', '0');
    }
    if (options.proxy !== undefined) this.#set('CURLOPT_PROXY', this.#text(options.proxy));
    if (options.ip_version !== undefined)
      this.#set('CURLOPT_IPRESOLVE', `CURL_IPRESOLVE_V${options.ip_version}`);
    if ((options.timeout_ms ?? 0) > 0) this.#set(...timeout('CURLOPT_TIMEOUT', options.timeout_ms ?? 0));
    if ((options.connect_timeout_ms ?? 0) > 0)
      this.#set(...timeout('CURLOPT_CONNECTTIMEOUT', options.connect_timeout_ms ?? 0));
  }
}

const AUTH_CONSTANTS = {
  basic: 'CURLAUTH_BASIC',
  digest: 'CURLAUTH_DIGEST',
  ntlm: 'CURLAUTH_NTLM',
  negotiate: 'CURLAUTH_NEGOTIATE',
  any: 'CURLAUTH_ANY',
} as const satisfies Record<Exclude<RequestAuth['scheme'], 'aws-sigv4'>, string>;

const HTTP_VERSIONS = {
  '1.0': 'CURL_HTTP_VERSION_1_0',
  '1.1': 'CURL_HTTP_VERSION_1_1',
  '2': 'CURL_HTTP_VERSION_2_0',
  '2-prior-knowledge': 'CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE',
  // PHP has the name CURL_HTTP_VERSION_3 only since 8.4; the number is libcurl's.
  '3': '30',
} as const;

/** A timeout in whole seconds where it is one, else in milliseconds. */
function timeout(constant: string, ms: number): [constant: string, value: string] {
  return ms % 1000 === 0 ? [constant, String(ms / 1000)] : [`${constant}_MS`, String(ms)];
}

/** An option's value of several lines: each item stands one level deeper, with a comma. */
function nested(open: string, items: readonly string[], close: string): string {
  let text = `${open}\n`;
  for (const item of items) text += `        ${item},\n`;
  return `${text}    ${close}`;
}

/** Texts that need nothing but single quotes around them. */
const BARE = /^[ -&(-[\]-~]*$/;

/**
 * A text as a PHP string: in single quotes (only `\` and `'` mean anything there) where all of it can be seen,
 * in double quotes with escapes otherwise.
 */
export function phpLiteral(text: string): string {
  if (BARE.test(text)) return `'${text}'`;
  if (/^[\n -~]*$/.test(text) || [...text].every((char) => isPrintable(char) || char === '\n'))
    return quoted(text);
  return `"${[...text].map(escapeDouble).join('')}"`;
}

/** A text in single quotes. */
function quoted(text: string): string {
  return `'${text.replace(/\\(?=['\\]|$)|'/g, '\\$&')}'`;
}

const DOUBLE_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
  '"': '\\"',
  $: '\\$',
};

function escapeDouble(char: string): string {
  const known = DOUBLE_ESCAPES[char];
  if (known !== undefined) return known;
  if (isPrintable(char)) return char;
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}
