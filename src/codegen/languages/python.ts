/** Python: programs for requests. */
import highlighter from 'highlight.js/lib/languages/python';
import type { Client, Emitter } from '../emitter.ts';
import { fieldText } from '../plan/body.ts';
import { Capabilities } from '../plan/capabilities.ts';
import { plainNumber } from '../plan/json.ts';
import { areUnique } from '../plan/pairs.ts';
import type {
  PlanFile,
  PlanHeader,
  PlanPairs,
  PlanPart,
  PlanVariable,
  ProgramPlan,
  Template,
} from '../plan/plan.ts';
import { Identifiers, snakeCase } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { BY_FOUR, Imports, indented, list } from '../text/layout.ts';
import { count, DOUBTFUL, isPrintableAscii, UNPRINTABLE } from '../text/literals.ts';
import { ownText } from '../text/templates.ts';

const CAPABILITIES = new Capabilities({
  name: 'requests',
  method: (method) => method.toUpperCase(),
  dotSegments: false,
  leadingSlashes: false,
  barePercent: false,
  query: '-._~',
  headerText: 'encoded',
  defaultHeaders: {
    accept: { by: 'None' },
    connection: { by: 'None' },
    'accept-encoding': { by: 'SKIP_HEADER' },
    'user-agent': { by: 'SKIP_HEADER' },
    host: 'fixed',
  },
  form: { type: true },
  json: { type: true, number: plainNumber },
  multipart: {
    names: 'percent',
  },
  basic: 'ascii',
  schemes: { digest: 'own' },
  redirects: {
    limit: true,
    toGet: { 301: 'post', 302: 'all-but-head', 303: 'all-but-head' },
    keepsBody: false,
    drops: ['cookie'],
    dropsElsewhere: ['authorization', 'cookie'],
    once: ['chunked'],
  },
  proxies: {
    http: 'own',
    https: 'own',
    socks4: { package: 'PySocks' },
    socks4a: { package: 'PySocks' },
    socks5: { package: 'PySocks' },
    socks5h: { package: 'PySocks' },
  },
  versions: { '1.1': 'default' },
  chunked: 'but-forms',
  transfer: ['retry', 'cert', 'key', 'cacert'],
});

const client: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

export const python: Emitter = {
  title: 'Python',
  filename: 'main.py',
  run: 'python3 main.py',
  highlighter,
  libraries: [
    {
      name: 'requests',
      requires: 'Python 3.8, requests 2.31, urllib3 2.0',
      install: (packages) => `pip install ${['requests', ...packages].join(' ')}`,
      clients: [client],
    },
  ],
};

/** Keywords and built-ins that a variable must not hide, and the names that the programs use. */
const TAKEN = new Set(
  `and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with None True False
  all any bool bytes dict dir filter float format hash help id input int iter len license list map max min next object
  open print property range round set slice str sum tuple type vars zip
  base64 os pathlib sys requests response session retry body error file chunk name value`.split(/\s+/),
);

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  readonly #modules = new Imports().add('import sys');
  /** Besides requests. */
  readonly #packages = new Imports();
  /** Statements before the request. */
  #setup = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    this.#names = new Identifiers(plan.variables, snakeCase, TAKEN);
  }

  toString(): string {
    const { redirects, variables, transfer } = this.#plan;
    const limit = redirects?.max;
    const needsSession = limit !== undefined || transfer.retry !== undefined;
    let session = needsSession ? '    session = requests.Session()\n' : '';
    if (limit !== undefined) session += `    session.max_redirects = ${limit < 0 ? 'sys.maxsize' : limit}\n`;
    if (transfer.retry !== undefined) session += this.#retry(transfer.retry);
    const call = this.#call(needsSession ? 'session' : 'requests');
    const response = this.#response();
    if (variables.length > 0) this.#modules.add('import os');
    const environment = variables.map((variable) => `${this.#environment(variable)}\n`).join('');
    return `${this.#modules.lines('', '\n')}
import requests
${this.#packages.lines('', '\n')}
${environment === '' ? '' : `${environment}\n`}${this.#setup === '' ? '' : `${this.#setup}\n`}try:
${session}    response = ${call}
${transfer.fails === 'before' ? '    response.raise_for_status()\n' : ''}${response.inside}except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

${response.after}${transfer.fails === 'after' ? 'if response.status_code >= 400:\n    sys.exit(1)\n' : ''}`;
  }

  /** What is done with the response: what reads it belongs to what may fail. */
  #response(): { inside: string; after: string } {
    const { output, streams, showsHeaders, isHead } = this.#plan.transfer;
    // What is printed before a stream must not wait in a buffer.
    const flush = streams ? ', flush=True' : '';
    const headers = showsHeaders
      ? `for name, value in response.headers.items():\n    print(f"{name}: {value}"${flush})\n`
      : '';
    const status = `print(response.status_code, response.reason${flush})\n${headers}`;
    if (streams)
      return {
        inside: `${indented(status, '    ')}    for chunk in response.iter_content(chunk_size=None):
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
`,
        after: '',
      };
    if (output !== undefined)
      return {
        inside: `    with open(${this.#text(output)}, "wb") as file:
        for chunk in response.iter_content(chunk_size=65536):
            file.write(chunk)
`,
        after: status,
      };
    const body = isHead ? '' : `${headers === '' ? '' : 'print()\n'}print(response.text)\n`;
    return { inside: '', after: status + body };
  }

  #retry({ count, delay, allErrors }: NonNullable<ProgramPlan['transfer']['retry']>): string {
    this.#packages.add('from requests.adapters import HTTPAdapter', 'from urllib3.util import Retry');
    const factor = delay === undefined ? 1 : delay / 1000;
    const statuses = allErrors ? 'range(400, 600)' : '[408, 429, 500, 502, 503, 504]';
    return `    retry = Retry(
        ${count},
        allowed_methods=None,
        backoff_factor=${factor},
        status_forcelist=${statuses},
        raise_on_status=False,
    )
    session.mount("http://", HTTPAdapter(max_retries=retry))
    session.mount("https://", HTTPAdapter(max_retries=retry))
`;
  }

  #call(owner: string): string {
    const { verb, method, url, query, timeout, connectTimeout, proxy } = this.#plan;
    const args = verb === undefined ? [this.#text(method), this.#text(url)] : [this.#text(url)];
    if (query !== undefined) args.push(`params=${this.#pairs(query)}`);
    this.#headers(args);
    this.#auth(args);
    this.#body(args);
    const follows = this.#plan.redirects !== undefined;
    // requests.head() is the one that does not follow redirects unless told to.
    if (follows === (verb === 'HEAD')) args.push(`allow_redirects=${follows ? 'True' : 'False'}`);
    if (connectTimeout !== undefined)
      args.push(`timeout=(${seconds(connectTimeout)}, ${timeout === undefined ? 'None' : seconds(timeout)})`);
    else if (timeout !== undefined) args.push(`timeout=${seconds(timeout)}`);
    const { cert, key, cacert, streams, output } = this.#plan.transfer;
    if (this.#plan.insecure) args.push('verify=False');
    else if (cacert !== undefined) args.push(`verify=${this.#text(cacert)}`);
    if (cert !== undefined)
      args.push(
        key === undefined ? `cert=${this.#text(cert)}` : `cert=(${this.#text(cert)}, ${this.#text(key)})`,
      );
    if (streams || output !== undefined) args.push('stream=True');
    if (proxy !== undefined) {
      const address = this.#text(proxy.url);
      args.push(
        `proxies=${entries([
          ['"http"', address],
          ['"https"', address],
        ])}`,
      );
    }
    const open = `${owner}.${verb === undefined ? 'request' : verb.toLowerCase()}(`;
    return list(open, args, ')', '    ', BY_FOUR, 'response = '.length);
  }

  #headers(args: string[]): void {
    const items = this.#plan.headers.map((header) => `${this.#text(header.name)}: ${this.#value(header)}`);
    for (const { name, by } of this.#plan.removed) {
      items.push(`${string(name)}: ${by}`);
      if (by !== 'None') this.#packages.add(`from urllib3.util import ${by}`);
    }
    if (items.length > 0)
      args.push(`headers=${list('{', items, '}', ARGUMENT, BY_FOUR, 'headers=,'.length)}`);
  }

  /** http.client would write a text as Latin-1. */
  #value({ value, isAscii }: PlanHeader): string {
    return isAscii ? this.#text(value) : `${this.#text(value)}.encode()`;
  }

  #auth(args: string[]): void {
    const { auth } = this.#plan;
    if (auth === undefined || auth.kind === 'bearer') return;
    const credentials = [this.#text(auth.username), this.#text(auth.password)];
    let open = 'auth=(';
    if (auth.kind !== 'basic') {
      this.#packages.add('from requests.auth import HTTPDigestAuth');
      open = 'auth=HTTPDigestAuth(';
    }
    args.push(list(open, credentials, ')', ARGUMENT, BY_FOUR, ','.length));
  }

  #body(args: string[]): void {
    const { body } = this.#plan;
    switch (body.kind) {
      case 'none':
        return;
      case 'json':
        args.push(`json=${jsonLiteral(body.value, JSON_STYLE, this.#names, ARGUMENT, 'json=,'.length)}`);
        return;
      case 'pairs':
        args.push(`data=${this.#pairs(body)}`);
        return;
      case 'text':
        args.push(`data=${this.#chunks(this.#lines(body.text), '.encode()')}`);
        return;
      case 'bytes':
        args.push(`data=${this.#chunks(this.#bytes(body.base64))}`);
        return;
      case 'file': {
        const content = this.#content(body.file);
        args.push(
          `data=${this.#chunks(body.stripNewlines ? `${content}.translate(None, b"\\r\\n\\0")` : content)}`,
        );
        return;
      }
      case 'multipart':
        this.#form(body.parts, args);
    }
  }

  /** The fields that come first are data, which the library puts before the files. */
  #form(parts: readonly PlanPart[], args: string[]): void {
    const first = parts.findIndex((part) => fieldText(part) === undefined);
    const fields = parts.slice(0, Math.max(first, 0));
    if (fields.length > 0)
      args.push(
        `data=${entries(fields.map((part): Pair => [this.#text(part.name), this.#text(fieldText(part) ?? '')]))}`,
      );
    const files = parts.slice(fields.length).map((part): Pair => {
      const name = this.#text(part.name);
      return [name, list('(', this.#part(part), ')', `${ARGUMENT}    `, BY_FOUR, name.length + 3)];
    });
    args.push(`files=${entries(files)}`);
  }

  /** An iterator is what requests sends in chunks. */
  #chunks(content: string, encode = ''): string {
    return this.#plan.chunked ? `iter([${content}${encode}])` : content;
  }

  /** A text, as a variable of its own where it has several lines. */
  #lines(text: Template): string {
    if (!ownText(text).includes('\n')) return this.#text(text);
    const prefix = typeof text === 'string' ? '' : 'f';
    const write = (piece: string) => escapeText(piece, '"""', prefix === 'f').replace(/"$/, '\\"');
    const inner = this.#names.interpolated(text, write, '{', '}');
    this.#setup += `body = ${prefix}"""${inner}"""\n`;
    return 'body';
  }

  /** What follows the name of a part: the filename, the content, and what else is said of it. */
  #part({ filename, content, contentType, headers }: PlanPart): string[] {
    const values = [filename === undefined ? 'None' : this.#text(filename)];
    if (content.kind === 'text') values.push(this.#text(content.text));
    else values.push(content.kind === 'bytes' ? this.#bytes(content.base64) : this.#opened(content.file));
    if (contentType !== undefined || headers.length > 0)
      values.push(contentType === undefined ? 'None' : this.#text(contentType));
    if (headers.length > 0)
      values.push(
        `{${headers.map(([key, value]) => `${this.#text(key)}: ${this.#text(value)}`).join(', ')}}`,
      );
    return values;
  }

  #opened(file: PlanFile): string {
    return file.kind === 'stdin' ? 'sys.stdin.buffer' : `open(${this.#text(file.path)}, "rb")`;
  }

  #content(file: PlanFile): string {
    if (file.kind === 'stdin') return 'sys.stdin.buffer.read()';
    this.#modules.add('import pathlib');
    return `pathlib.Path(${this.#text(file.path)}).read_bytes()`;
  }

  #bytes(base64: string): string {
    this.#modules.add('import base64');
    return `base64.b64decode("${base64}")`;
  }

  #pairs({ pairs }: PlanPairs): string {
    return entries(pairs.map(([name, value]): Pair => [this.#text(name), this.#text(value)]));
  }

  #environment(variable: PlanVariable): string {
    const start = `${this.#names.of(variable)} = os.environ`;
    const { name, fallback } = variable;
    if (fallback === undefined) return `${start}[${string(name)}]`;
    if (fallback.forEmpty) return `${start}.get(${string(name)}) or ${string(fallback.text)}`;
    return `${start}.get(${string(name)}, ${string(fallback.text)})`;
  }

  #text(text: Template): string {
    return literal(text, this.#names);
  }
}

/** Where the arguments of the call are indented to. */
const ARGUMENT = '        ';

/** For the name of an argument and a comma. */
const ROOM = 'proxies=,'.length;

/** A name and a value, both as they stand in the program. */
type Pair = readonly [name: string, value: string];

/** Names and values as a dict, or as a list of both where a name repeats. */
function entries(pairs: readonly Pair[]): string {
  return areUnique(pairs.map(([name]) => name))
    ? list(
        '{',
        pairs.map(([name, value]) => `${name}: ${value}`),
        '}',
        ARGUMENT,
        BY_FOUR,
        ROOM,
      )
    : list(
        '[',
        pairs.map(([name, value]) => `(${name}, ${value})`),
        ']',
        ARGUMENT,
        BY_FOUR,
        ROOM,
      );
}

const JSON_STYLE: JsonStyle = {
  object: BY_FOUR,
  array: BY_FOUR,
  keys: (members, names) => members.map(({ key }) => `${literal(key, names)}: `),
  text: literal,
  constant: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
};

function seconds(milliseconds: number): string {
  return String(milliseconds / 1000);
}

/** A text as a literal, an f-string where variables stand in it. */
function literal(text: Template, names: Identifiers): string {
  if (typeof text === 'string') return string(text);
  const quote = quoteFor(ownText(text));
  const write = (piece: string) => escapeText(piece, quote, true);
  return names.only(text) ?? `f${quote}${names.interpolated(text, write, '{', '}')}${quote}`;
}

/** A text as a Python literal, quoted as the formatter prefers. */
function string(text: string): string {
  // Most texts have nothing to escape.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  const quote = quoteFor(text);
  return quote + escapeText(text, quote, false) + quote;
}

function quoteFor(text: string): '"' | "'" {
  return count(text, '"') > count(text, "'") ? "'" : '"';
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

/** What stands between the quotes (Python reference, "String and Bytes literals"). */
function escapeText(text: string, quote: '"' | "'" | '"""', isTemplate: boolean): string {
  const isMultiLine = quote.length === 3;
  const escaped = text.replace(DOUBTFUL, (char) => {
    if (char === quote) return `\\${char}`;
    if (isMultiLine && char === '\n') return char;
    if (isTemplate && (char === '{' || char === '}')) return char + char;
    const known = ESCAPES[char];
    if (known !== undefined) return known;
    if (isPrintableAscii(char) || !UNPRINTABLE.test(char)) return char;
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
    return `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return isMultiLine ? escaped.replaceAll('"""', '\\"\\"\\"') : escaped;
}
