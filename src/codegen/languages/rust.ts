/** Rust: programs for reqwest's blocking client. */
import highlighter from 'highlight.js/lib/languages/rust';
import type { Client, Emitter } from '../emitter.ts';
import { fieldText } from '../plan/body.ts';
import { Capabilities } from '../plan/capabilities.ts';
import { plainNumber } from '../plan/json.ts';
import type { PlanFile, PlanHeader, PlanPart, PlanVariable, ProgramPlan, Template } from '../plan/plan.ts';
import { Identifiers, snakeCase } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { BY_FOUR } from '../text/layout.ts';
import { C_ESCAPES, escaper, isPrintableLines } from '../text/literals.ts';
import { ownText } from '../text/templates.ts';

const DIGEST = { package: 'diqwest = { version = "3", features = ["blocking"] }' };

const CAPABILITIES = new Capabilities({
  name: 'reqwest',
  dotSegments: false,
  repeatedHeaders: 'all',
  headerText: 'encoded',
  defaultHeaders: {
    accept: 'fixed',
    'accept-encoding': { by: '.no_gzip()\n        .no_brotli()\n        .no_deflate()\n        .no_zstd()' },
    host: 'fixed',
  },
  form: { type: true },
  json: { type: true, number: (token) => (/\d{19}/.test(token) ? '' : plainNumber(token)) },
  multipart: {
    names: 'wide',
    objection: ({ contentType }) =>
      contentType === undefined || (MEDIA_TYPE.test(contentType) && contentType === contentType.toLowerCase())
        ? undefined
        : 'writes the Content-Type in small letters, or not at all, for',
  },
  bearer: true,
  schemes: { digest: DIGEST },
  redirects: {
    limit: true,
    toGet: { 301: 'post', 302: 'post', 303: 'all-but-head' },
    keepsBody: true,
    dropsElsewhere: ['authorization', 'cookie'],
    once: ['multipart', 'chunked'],
  },
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.1': 'option', '2': 'default', '2-prior-knowledge': 'option' },
  ipVersion: true,
  chunked: 'but-forms',
  expectContinue: 'none',
  transfer: ['cert', 'key', 'cacert'],
});

/** A media type as the library reads it. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;\s*[\w-]+=(?:[\w.+:-]+|"[^"\\]*"))*$/;
/** Names that the library writes as they stand by default. */
const BARE_NAME = /^[\w!$&'()*+,\-.:;=@[\]^|~]*$/;

const client: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

export const rust: Emitter = {
  title: 'Rust',
  filename: 'src/main.rs',
  run: 'cargo run',
  highlighter,
  libraries: [
    {
      name: 'reqwest',
      requires: 'Rust 1.85, reqwest 0.13',
      install: () => 'cargo fetch',
      files: (packages) => [
        { name: 'Cargo.toml', content: `${MANIFEST}${packages.map((line) => `${line}\n`).join('')}` },
      ],
      clients: [client],
    },
  ],
};

const MANIFEST = `[package]
name = "request"
version = "0.1.0"
edition = "2021"

[dependencies]
reqwest = { version = "0.13", features = ["blocking", "brotli", "deflate", "form", "gzip", "json", "multipart", "socks", "zstd"] }
serde_json = { version = "1", features = ["preserve_order"] }
`;

/** Names that the programs use themselves, and the words of the language. */
const TAKEN = new Set(
  `body client form input name response status value
  as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move
  mut pub ref return self static struct super trait true type union unsafe use where while abstract become box do
  final macro override priv try typeof unsized virtual yield`.split(/\s+/),
);

/** Methods that the client has a call for. */
const CALLS: Readonly<Partial<Record<string, string>>> = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
  HEAD: 'head',
};

type Use = (typeof USE_NAMES)[number];
/** In the order of rustfmt: modules before types. */
const USE_NAMES = [
  'std::env',
  'std::error::Error',
  'std::fs',
  'std::fs::File',
  'std::io',
  'std::io::Cursor',
  'std::io::{self, Read}',
  'std::net::Ipv4Addr',
  'std::net::Ipv6Addr',
  'std::time::Duration',
  // An empty line stands between the standard library and the rest.
  '',
  'diqwest::blocking::WithDigestAuth',
  'reqwest::blocking::multipart::Form',
  'reqwest::blocking::multipart::{Form, Part}',
  'reqwest::blocking::Body',
  'reqwest::blocking::Client',
  'reqwest::header::{HeaderMap, HeaderName}',
  'reqwest::redirect::Policy',
  'reqwest::Certificate',
  'reqwest::Identity',
  'reqwest::Method',
  'reqwest::Proxy',
  'serde_json::json',
] as const;

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  readonly #uses = new Set<Use>(['std::error::Error', '', 'reqwest::blocking::Client']);
  /** Statements before the client. */
  #setup = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    this.#names = new Identifiers(plan.variables, snakeCase, TAKEN);
  }

  toString(): string {
    let variables = '';
    for (const variable of this.#plan.variables) variables += this.#declaration(variable);
    const client = this.#client();
    const calls = this.#calls();
    const response = this.#response();
    const { output, streams } = this.#plan.transfer;
    const isMutable = output !== undefined || streams;
    const uses = USE_NAMES.filter((name) => this.#uses.has(name));
    return `${uses.map((name) => (name === '' ? '\n' : `use ${name};\n`)).join('')}
fn main() -> Result<(), Box<dyn Error>> {
${variables}${this.#setup}${client}    let ${isMutable ? 'mut ' : ''}response = ${chain('client', calls)}
${response}    Ok(())
}
`;
  }

  /** The statements that show or save the response. */
  #response(): string {
    const { output, showsHeaders, isHead, fails, streams } = this.#plan.transfer;
    let code = fails === 'after' ? '    let status = response.status();\n' : '';
    code += `    println!("{}", ${fails === 'after' ? 'status' : 'response.status()'});\n`;
    if (showsHeaders)
      code +=
        '    for (name, value) in response.headers() {\n        println!("{name}: {}", String::from_utf8_lossy(value.as_bytes()));\n    }\n';
    if (output !== undefined) {
      this.#use('std::fs::File');
      code += `    response.copy_to(&mut File::create(${this.#str(output)})?)?;\n`;
    } else if (streams) {
      if (!this.#uses.has('std::io::{self, Read}')) this.#use('std::io');
      code += '    response.copy_to(&mut io::stdout())?;\n';
    } else if (!isHead) code += `    println!("${showsHeaders ? '\\n' : ''}{}", response.text()?);\n`;
    return fails === 'after'
      ? `${code}    if status.is_client_error() || status.is_server_error() {\n        std::process::exit(1);\n    }\n`
      : code;
  }

  #use(name: Use): void {
    this.#uses.add(name);
  }

  #declaration(variable: PlanVariable): string {
    this.#use('std::env');
    const { fallback } = variable;
    const known = `env::var(${rustLiteral(variable.name)})`;
    const start = `    let ${this.#names.of(variable)} = ${known}`;
    if (fallback === undefined)
      return `${start}.map_err(|_| ${rustLiteral(`${variable.name} is not set`)})?;\n`;
    const literal = `${rustLiteral(fallback.text)}.to_string()`;
    if (!fallback.forEmpty) return `${start}.unwrap_or_else(|_| ${literal});\n`;
    return `${start}\n        .ok()\n        .filter(|value| !value.is_empty())\n        .unwrap_or_else(|| ${literal});\n`;
  }

  #client(): string {
    const { redirects, connectTimeout, timeout, insecure, proxy, httpVersion, ipVersion, removed } =
      this.#plan;
    const calls: string[] = [];
    const max = redirects === undefined ? 0 : redirects.max;
    if (max !== undefined) {
      this.#use('reqwest::redirect::Policy');
      const policy = max === 0 ? 'none()' : `limited(${max < 0 ? 'usize::MAX' : max})`;
      calls.push(`.redirect(Policy::${policy})`);
    }
    // The library's own limit is 30 seconds.
    calls.push(`.timeout(${timeout === undefined ? 'None' : this.#duration(timeout)})`);
    if (connectTimeout !== undefined) calls.push(`.connect_timeout(${this.#duration(connectTimeout)})`);
    if (insecure) calls.push('.danger_accept_invalid_certs(true)');
    const { cert, key, cacert } = this.#plan.transfer;
    const read = (path: Template) => {
      this.#use('std::fs');
      return `fs::read(${this.#str(path)})?`;
    };
    if (cert !== undefined) {
      this.#use('reqwest::Identity');
      const pem = key === undefined ? read(cert) : `[${read(cert)}, ${read(key)}].join(&b'\\n')`;
      calls.push(`.identity(Identity::from_pem(&${pem})?)`);
    }
    if (cacert !== undefined) {
      this.#use('reqwest::Certificate');
      calls.push(`.add_root_certificate(Certificate::from_pem(&${read(cacert)})?)`);
    }
    if (httpVersion === '1.1') calls.push('.http1_only()');
    else if (httpVersion !== undefined) calls.push('.http2_prior_knowledge()');
    if (ipVersion !== undefined) {
      this.#use(`std::net::Ipv${ipVersion}Addr`);
      calls.push(`.local_address(std::net::IpAddr::from(Ipv${ipVersion}Addr::UNSPECIFIED))`);
    }
    for (const { by } of removed) calls.push(by);
    if (proxy !== undefined) {
      this.#use('reqwest::Proxy');
      const { url, scheme, address, username, password = '' } = proxy;
      const where = address === undefined ? url : `${scheme}://${address.host}:${address.port}`;
      const start = `Proxy::all(${this.#str(where)})?`;
      const auth =
        username === undefined ? [] : [`.basic_auth(${this.#slice(username)}, ${this.#slice(password)})`];
      calls.push(chainCall('proxy', [], [start, ...auth], '        '));
    }
    return `    let client = ${chain('Client::builder()', [...calls, '.build()?;'])}`;
  }

  #duration(milliseconds: number): string {
    this.#use('std::time::Duration');
    return milliseconds % 1000 === 0
      ? `Duration::from_secs(${milliseconds / 1000})`
      : `Duration::from_millis(${milliseconds})`;
  }

  /** The calls from the method to the sending. */
  #calls(): string[] {
    const { verb, method, url, headers, auth } = this.#plan;
    const known = verb === undefined ? undefined : CALLS[verb];
    const calls = [known === undefined ? this.#request(method, url) : call(known, this.#str(url))];
    if (auth?.kind === 'basic')
      calls.push(call('basic_auth', this.#str(auth.username), `Some(${this.#str(auth.password)})`));
    else if (auth?.kind === 'bearer') calls.push(`.bearer_auth(${this.#str(auth.token)})`);
    for (const header of headers) calls.push(call('header', this.#str(header.name), this.#value(header)));
    this.#body(calls);
    if (auth !== undefined && auth.kind !== 'basic' && auth.kind !== 'bearer') {
      this.#use('diqwest::blocking::WithDigestAuth');
      const credentials = `(${this.#slice(auth.username)}, ${this.#slice(auth.password)})`;
      calls.push(`.send_digest_auth(${credentials})?;`);
    } else calls.push('.send()?;');
    if (this.#plan.transfer.fails === 'before') {
      calls[calls.length - 1] = (calls.at(-1) ?? '').slice(0, -1);
      calls.push('.error_for_status()?;');
    }
    return calls;
  }

  #request(method: Template, url: Template): string {
    this.#use('reqwest::Method');
    const { verb } = this.#plan;
    const how = verb === undefined ? `Method::from_bytes(${this.#bytes(method)})?` : `Method::${verb}`;
    return call('request', how, this.#str(url));
  }

  /** What takes no text but ASCII is given the bytes of it. */
  #value({ value, isAscii }: PlanHeader): string {
    return isAscii ? this.#str(value) : this.#bytes(value);
  }

  #bytes(text: Template): string {
    if (typeof text !== 'string') return `${this.#owned(text, '')}.as_bytes()`;
    return PLAIN.test(text) ? `b${rustLiteral(text)}` : `${rustLiteral(text)}.as_bytes()`;
  }

  #body(calls: string[]): void {
    const { body } = this.#plan;
    switch (body.kind) {
      case 'json': {
        this.#use('serde_json::json');
        const json = `json!(${jsonLiteral(body.value, this.#json, this.#names, '        ', '.json(&json!())'.length)})`;
        calls.push(`.json(&${json})`);
        return;
      }
      case 'text':
        calls.push(
          this.#content(this.#owned(body.text), typeof body.text === 'string' ? '' : '.into_bytes()'),
        );
        return;
      case 'pairs': {
        const pairs = body.pairs.map(([name, value]) => `(${this.#slice(name)}, ${this.#slice(value)})`);
        const flat = pairs.join(', ');
        const list =
          flat.length <= MAX_ARGUMENTS
            ? `[${flat}]`
            : `[\n            ${pairs.join(',\n            ')},\n        ]`;
        // serde knows arrays of 32 at most.
        calls.push(pairs.length > 32 ? `.form(${list}.as_slice())` : `.form(&${list})`);
        return;
      }
      case 'bytes':
        calls.push(this.#content(`${byteLiteral(body.bytes)}.to_vec()`));
        return;
      case 'file':
        if (body.stripNewlines) {
          const content = this.#file(body.file);
          this.#setup += `    let mut body = ${content};\n    body.retain(|byte| !b"\\r\\n\\0".contains(byte));\n`;
          calls.push(this.#content('body'));
        } else calls.push(this.#content(this.#file(body.file)));
        return;
      case 'multipart': {
        const isBare = body.parts.every(({ name }) => typeof name === 'string' && BARE_NAME.test(name));
        const parts = body.parts.map((part) => this.#part(part));
        if (!isBare) parts.unshift({ name: 'percent_encode_noop', args: [], chain: [] });
        this.#use(
          `reqwest::blocking::multipart::${body.parts.every((part) => fieldText(part) !== undefined) ? 'Form' : '{Form, Part}'}`,
        );
        this.#setup += `    let form = ${form(parts)};\n`;
        calls.push('.multipart(form)');
      }
    }
  }

  readonly #json: JsonStyle = {
    object: BY_FOUR,
    array: BY_FOUR,
    keys: (members) =>
      members.map(({ key }) =>
        typeof key === 'string' ? `${rustLiteral(key)}: ` : `(${this.#owned(key)}): `,
      ),
    text: (text) =>
      typeof text === 'string' && text.includes('\n') ? `"${escaped(text)}"` : this.#owned(text, ''),
    // A number without a type is an i32.
    number: (token) => (/^-?\d{10,}$/.test(token) ? `${token}i64` : token),
    constant: String,
  };

  /** A reader is what is sent in chunks. */
  #content(expression: string, toBytes = ''): string {
    if (!this.#plan.chunked) return call('body', expression);
    this.#use('reqwest::blocking::Body');
    this.#use('std::io::Cursor');
    return `.body(Body::new(Cursor::new(${expression}${toBytes})))`;
  }

  /** The content of a file, as an expression. */
  #file(file: PlanFile): string {
    if (file.kind === 'path') {
      this.#use('std::fs');
      return `fs::read(${this.#str(file.path)})?`;
    }
    this.#use('std::io::{self, Read}');
    this.#setup += '    let mut input = Vec::new();\n    io::stdin().read_to_end(&mut input)?;\n';
    return 'input';
  }

  #part(part: PlanPart): FormCall {
    const { name, content, filename, contentType, headers } = part;
    const text = content.kind === 'text' ? this.#owned(content.text) : '';
    const args = [this.#owned(name)];
    if (fieldText(part) !== undefined) return { name: 'text', args, chain: [text] };
    const chain = [`Part::text(${text})`];
    if (content.kind === 'bytes') chain[0] = `Part::bytes(${byteLiteral(content.bytes)}.to_vec())`;
    else if (content.kind === 'file') chain[0] = this.#filePart(content.file, filename && contentType);
    if (filename !== undefined) chain.push(`.file_name(${this.#owned(filename)})`);
    if (contentType !== undefined && (typeof contentType !== 'string' || MEDIA_TYPE.test(contentType)))
      chain.push(`.mime_str(${this.#slice(contentType)})?`);
    if (headers.length > 0) chain.push(`.headers(${this.#partHeaders(headers)})`);
    return { name: 'part', args, chain };
  }

  /** A file with a name and a type is streamed; the library would guess them. */
  #filePart(file: PlanFile, type: Template | undefined): string {
    return file.kind === 'path' && type !== undefined
      ? `Part::file(${this.#str(file.path)})?`
      : `Part::bytes(${this.#file(file)})`;
  }

  #partHeaders(headers: PlanPart['headers']): string {
    this.#use('reqwest::header::{HeaderMap, HeaderName}');
    const pairs = headers.map(
      ([name, value]) => `(HeaderName::from_bytes(${this.#bytes(name)})?, ${this.#str(value)}.parse()?)`,
    );
    return `HeaderMap::from_iter([${pairs.join(', ')}])`;
  }

  /** A text as what can be read as one: a literal, a reference or a String of its own. */
  #str(text: Template): string {
    const expression = this.#owned(text, '');
    return typeof text === 'string' || expression.startsWith('format!') ? expression : `&${expression}`;
  }

  /** A text as a &str and nothing else. */
  #slice(text: Template): string {
    return typeof text === 'string' ? rustLiteral(text) : `${this.#owned(text, '')}.as_str()`;
  }

  /** A text as a literal, or as a String of its own where variables stand in it. */
  #owned(text: Template, clone = '.clone()'): string {
    if (typeof text === 'string') return rustLiteral(text);
    const only = this.#names.only(text);
    if (only !== undefined) return only + clone;
    const isRaw = prefersRaw(ownText(text));
    const format = this.#names.interpolated(text, (piece) => escapedFormat(piece, isRaw), '{', '}');
    return `format!(${isRaw ? rawLiteral(format) : `"${format}"`})`;
  }
}

/** A text between the quotes of a format string: braces stand for themselves when doubled. */
function escapedFormat(text: string, isRaw: boolean): string {
  if (isRaw) return text.replace(/[{}]/g, '$&$&');
  return [...text].map((char) => (char === '{' || char === '}' ? char + char : escapeChar(char))).join('');
}

/** A call as rustfmt leaves it: several long arguments, and one of several lines, stand on lines of their own. */
function call(name: string, first: string, second?: string): string {
  const flat = second === undefined ? first : `${first}, ${second}`;
  const isLong = flat.length > MAX_ARGUMENTS;
  if (second === undefined && first.startsWith(FORMAT) && (isLong || flat.includes('\n')))
    return `.${name}(${FORMAT}\n            ${first.slice(FORMAT.length, -1)}\n        ))`;
  if ((second === undefined || !isLong) && !flat.includes('\n')) return `.${name}(${flat})`;
  const rest = second === undefined ? '' : `            ${second},\n`;
  return `.${name}(\n            ${first},\n${rest}        )`;
}

const FORMAT = 'format!(';

/** A call that adds to a form: its own arguments, and the chain that makes a last one. */
interface FormCall {
  readonly name: string;
  readonly args: readonly string[];
  readonly chain: readonly string[];
}

/** The expression of a form as rustfmt leaves it: a last call of several lines stays beside others that are short. */
function form(calls: readonly FormCall[]): string {
  const parts = (indent: string) =>
    calls.map(({ name, args, chain }) => chainCall(name, args, chain, indent));
  const beside = parts('    ');
  const last = beside.pop() ?? '';
  const before = `Form::new()${beside.join('')}`;
  const most = beside.length === 0 ? MAX_LINE - '    let form = ;'.length : MAX_CHAIN;
  const [first = ''] = last.split('\n', 1);
  if (!before.includes('\n') && before.length + first.length <= most) return before + last;
  return `Form::new()${parts('        ')
    .map((one) => `\n        ${one}`)
    .join('')}`;
}

/**
 * A call as rustfmt leaves it whose last argument is a chain of calls.
 * @param indent of the line that the call starts in
 */
function chainCall(name: string, args: readonly string[], calls: readonly string[], indent: string): string {
  const inner = `${indent}    `;
  const chained = calls.join('');
  const most = calls.length > 2 ? MAX_CHAIN : MAX_LINE - inner.length - ','.length;
  const isFlat = !chained.includes('\n') && chained.length <= most;
  const flat = [...args, ...(chained === '' ? [] : [chained])].join(', ');
  const room = args.length === 0 ? MAX_LINE - `${indent}.${name}()`.length : MAX_ARGUMENTS;
  if (isFlat && flat.length <= room && !flat.includes('\n')) return `.${name}(${flat})`;
  const lines = [...args, isFlat ? chained : calls.join(`\n${inner}    `)];
  return `.${name}(${lines.map((line) => `\n${inner}${line},`).join('')}\n${indent})`;
}

/** A chain of calls as rustfmt leaves it: on one line where that is short, else a call a line. */
function chain(start: string, calls: readonly string[]): string {
  let { length } = start;
  for (const call of calls) length += call.length;
  if (length <= MAX_CHAIN) {
    const flat = start + calls.join('');
    if (!flat.includes('\n')) return `${flat}\n`;
  }
  let text = `${start}\n`;
  for (const call of calls) text += `        ${call}\n`;
  return text;
}

/** Columns of a chain of calls on one line (rustfmt's chain_width). */
const MAX_CHAIN = 60;
/** Columns of a line (max_width). */
const MAX_LINE = 100;
/** Columns of the arguments of a call on one line (fn_call_width). */
const MAX_ARGUMENTS = 60;
/** What stands in a literal as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** More quotes and backslashes than anybody wants to escape. */
const MANY_ESCAPES = /(?:["\\][^"\\]*){3}/;

/** A text as a Rust string: raw where it has lines or many quotes and all of it can be seen, else escaped. */
export function rustLiteral(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return prefersRaw(text) ? rawLiteral(text) : `"${escaped(text)}"`;
}

/** Whether a text is easier to read in a raw literal. */
function prefersRaw(text: string): boolean {
  return (text.includes('\n') ? !text.includes(' \n') : MANY_ESCAPES.test(text)) && isPrintableLines(text);
}

function rawLiteral(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`;
  if (!text.includes('"')) return `r"${text}"`;
  if (!text.includes('"#')) return `r#"${text}"#`;
  let hashes = 1;
  for (const [, found = ''] of text.matchAll(/"(#+)/g)) hashes = Math.max(hashes, found.length + 1);
  return `r${'#'.repeat(hashes)}"${text}"${'#'.repeat(hashes)}`;
}

const ESCAPES = { ...C_ESCAPES, '\0': '\\0' };
const escapeChar = escaper(ESCAPES, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

function escaped(text: string): string {
  return PLAIN.test(text) ? text : [...text].map(escapeChar).join('');
}

/** Bytes as a byte string. */
function byteLiteral(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    text +=
      PLAIN.test(char) || char in ESCAPES ? escapeChar(char) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return `b"${text}"`;
}
