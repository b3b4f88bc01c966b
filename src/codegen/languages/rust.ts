/** Rust: programs for reqwest's blocking client. */
import highlighter from 'highlight.js/lib/languages/rust';
import { fileType } from '../../request/file-types.ts';
import type { Emitter } from '../emitter.ts';
import { fieldText } from '../plan/body.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../plan/plan.ts';
import { Identifiers, snakeCase, words } from '../text/identifiers.ts';
import { type JsonStyle, jsonLiteral } from '../text/json.ts';
import { BY_FOUR } from '../text/layout.ts';
import { isPlain } from '../text/literals.ts';
import { joined, ownText } from '../text/templates.ts';
import {
  byteLiteral,
  call,
  chain,
  chainCall,
  escaped,
  type FormCall,
  form,
  MAX_LINE,
  MAX_PART,
  prefersRaw,
  rawLiteral,
  rustLiteral,
} from './rust/rust-layout.ts';

const CAPABILITIES = new Capabilities({
  name: 'reqwest',
  limit: '30 s',
  brief: ['timeout_ms', 'connect_timeout_ms', 'fail'],
  dotSegments: false,
  query: { space: '+', plain: '*' },
  repeatedHeaders: 'all',
  headerText: 'encoded',
  fixedHeaders: ['accept', 'host'],
  removableHeaders: {
    'accept-encoding': '.no_gzip()\n        .no_brotli()\n        .no_deflate()\n        .no_zstd()',
  },
  json: { type: true, numbers: 'int64' },
  multipart: {
    names: 'wide',
    objection: ({ contentType }) =>
      contentType === undefined || (MEDIA_TYPE.test(contentType) && contentType === contentType.toLowerCase())
        ? undefined
        : 'sends the Content-Type in lower case, or leaves out an invalid one',
  },
  bearer: true,
  schemes: { digest: { package: 'diqwest = { version = "3", features = ["blocking"] }' } },
  redirects: {
    limit: true,
    toGet: { 301: 'post', 302: 'post', 303: 'all-but-head' },
    keepsBody: true,
    dropsElsewhere: ['authorization', 'cookie'],
    once: ['multipart'],
    addsReferer: 'always',
  },
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.1': 'option', '2': 'default', '2-prior-knowledge': 'option' },
  ipVersion: true,
  chunked: false,
  expectContinue: false,
  keepsCookies: 'option',
  transfer: ['retry', 'resolve', 'cert', 'key', 'cacert', 'unix_socket'],
});

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;\s*[\w-]+=(?:[\w.+:-]+|"[^"\\]*"))*$/;
/** Names that the library writes unchanged by default. */
const BARE_NAME = /^[\w!$&'()*+,\-.:;=@[\]^|~]*$/;

export const rust: Emitter = {
  title: 'Rust',
  filename: 'src/main.rs',
  run: 'cargo run',
  highlighter,
  stop: (sentence) => `fn main() -> Result<(), &'static str> {\n    Err(${rustLiteral(sentence)})\n}\n`,
  libraries: [
    {
      name: 'reqwest',
      requires: 'Rust 1.85, reqwest 0.13',
      install: () => 'cargo fetch',
      files: (packages, code) => [{ name: 'Cargo.toml', content: manifest(packages, code) }],
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() }],
    },
  ],
};

/** Calls that need a feature of reqwest with their name, but for that of cookies. */
const FEATURES = /\.(brotli|cookie_store|deflate|form|gzip|json|multipart|query|zstd)\(|"(socks)/g;

/** Returns the Cargo.toml with the features that the program uses; a name inside a string does no harm. */
function manifest(packages: readonly string[], code: string): string {
  const used = Array.from(
    code.matchAll(FEATURES),
    ([, name, scheme]) => name?.replace('cookie_store', 'cookies') ?? scheme,
  );
  const features = ['blocking', ...new Set(used.sort((one = '', other = '') => (one < other ? -1 : 1)))]
    .map((name) => `"${name}"`)
    .join(', ');
  const json = code.includes('json!(')
    ? ['serde_json = { version = "1", features = ["preserve_order"] }']
    : [];
  const lines = [...packages, `reqwest = { version = "0.13", features = [${features}] }`, ...json];
  return `[package]\nname = "request"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${lines.join('\n')}\n`;
}

/** Names that the programs use themselves, and the keywords of the language. */
const TAKEN = words(
  'attempt body client form identity input name response result status value as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move mut pub ref return self static struct super trait true type union unsafe use where while abstract become box do final macro override priv try typeof unsized virtual yield start cookies',
);

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  /** Imports, with a mark before a type, which sorts them as rustfmt does. */
  readonly #uses = new Set(['std::error::~Error', 'reqwest::blocking::~Client']);
  /** Statements that read standard input, once for all attempts, and statements before each request. */
  #input = '';
  #setup = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    this.#names = new Identifiers(plan.variables, snakeCase, TAKEN);
  }

  toString(): string {
    const variables = this.#plan.variables.map((variable) => this.#declaration(variable)).join('');
    const { cookies, transfer } = this.#plan;
    const { resumed } = transfer;
    if (resumed !== undefined)
      this.#input = `    let start = ${this.#use('std::fs')}::metadata(${this.#str(resumed)}).map_or(0, |file| file.len());\n`;
    if (cookies !== undefined) {
      const read = `${this.#use('std::fs')}::read_to_string(${this.#str(cookies.file)})`;
      this.#input += `    let saved = ${chain(read, ['.unwrap_or_default()'])};
    let mut pairs = Vec::new();
    for line in saved.lines() {
        let fields: Vec<_> = line.split('\\t').collect();
        if let [domain, _, _, _, _, name, value] = fields[..] {
            let domain = domain.replace("#HttpOnly_", "");
            let domain = format!(".{}", domain.trim_start_matches('.'));
            if ${rustLiteral(cookies.domain)}.ends_with(&domain) {
                pairs.push(format!("{name}={value}"));
            }
        }
    }
    let cookies = pairs.join("; ");\n`;
    }
    const sent = this.#sent(this.#client(), this.#calls());
    const response = this.#response();
    return `${this.#useLines()}
fn main() -> Result<(), Box<dyn Error>> {
${variables}${sent}${this.#plan.isMinimal ? '' : '\n'}${response}    Ok(())
}
`;
  }

  /** Returns the imports as sorted by rustfmt, one line per module: the standard library first, modules before types. */
  #useLines(): string {
    const modules = new Map<string, string[]>();
    for (const key of [...this.#uses].sort()) {
      const [module = '', type = 'self'] = key.split('::~');
      modules.set(module, [...(modules.get(module) ?? []), type]);
    }
    const lines = [...modules].map(([module, [type = '', ...more]]) => {
      const alone = type === 'self' ? `use ${module};\n` : `use ${module}::${type};\n`;
      return more.length === 0 ? alone : `use ${module}::{${[type, ...more].join(', ')}};\n`;
    });
    const count = lines.filter((line) => line.startsWith('use std::')).length;
    return [...lines.splice(-count), lines.length > 0 ? '\n' : '', ...lines].join('');
  }

  #sent(client: string, calls: readonly string[]): string {
    const { output, streams, fails, retry } = this.#plan.transfer;
    const name = output !== undefined || streams ? 'mut response' : 'response';
    const status = fails === 'before' ? ['.error_for_status()?'] : [];
    if (retry === undefined) {
      const isPlain = client.endsWith(' = Client::new();\n');
      const sent = [...calls.slice(0, -1), `${calls.at(-1)}?`, ...status];
      const line = `    let ${name} = reqwest::blocking::${sent[0]?.slice(1)}?;\n`;
      const isBare = isPlain && sent.slice(1).join('') === '.send()?';
      const isPlainGet = isBare && line.includes('::get(') && line.length <= MAX_LINE;
      if (isPlainGet && this.#uses.delete('reqwest::blocking::~Client')) return line;
      const all = chain(isPlain ? 'Client::new()' : 'client', sent);
      return `${this.#input}${this.#setup}${isPlain ? '' : client}    let ${name} = ${all};\n`;
    }
    const { count, delay, allErrors, refused, statuses } = retry;
    const isRefused = refused ? 'error.is_connect() || ' : '';
    const isBlind = allErrors || this.#plan.auth?.kind === 'digest';
    const wait = delay
      ? this.#duration(delay)
      : `${this.#use('std::time::Duration')}::from_secs(1 << attempt)`;
    // Lines inside strings keep their indentation.
    const sending = `${this.#setup}    let result = ${chain('client', calls)};`.replace(
      /r(#*)".*?"\1|"(?:\\.|[^"\\])*"|^./gms,
      (found) => (found === ' ' ? '     ' : found),
    );
    return `${this.#input}${client}    let mut attempt = 0;
    let ${name} = loop {
${sending}
        let is_transient = match &result {
            Ok(response) => ${statuses === undefined ? 'response.status().as_u16() >= 400' : `[${statuses}].contains(&response.status().as_u16())`},
            ${isBlind ? `Err(_) => ${allErrors}` : `Err(error) => ${isRefused}error.is_timeout()`},
        };
        if !is_transient || attempt == ${count} {
            break result?${status.join('')};
        }
        ${this.#use('std::thread')}::sleep(${wait});
        attempt += 1;
    };
`;
  }

  #response(): string {
    const { output, resumed, showsStatus, showsHeaders, isHead, fails, streams } = this.#plan.transfer;
    const number = showsStatus === 'code' ? '.as_u16()' : '';
    const status = fails === 'after' ? 'status' : 'response.status()';
    let code = fails === 'after' ? '    let status = response.status();\n' : '';
    if (showsStatus) code += `    println!("{}", ${status}${number});\n`;
    if (showsHeaders)
      code +=
        '    for (name, value) in response.headers() {\n        println!("{name}: {}", String::from_utf8_lossy(value.as_bytes()));\n    }\n';
    if (resumed !== undefined)
      code += `    let mut file = match response.status().as_u16() {
        206 => ${chain(`${this.#use('std::fs::File')}::options()`, ['.create(true)', '.append(true)', `.open(${this.#str(resumed)})?`]).replaceAll('\n', '\n    ')},
        _ => File::create(${this.#str(resumed)})?,
    };
    response.copy_to(&mut file)?;\n`;
    else if (output !== undefined)
      code += `    response.copy_to(&mut ${this.#use('std::fs::File')}::create(${this.#str(output)})?)?;\n`;
    else if (streams) code += `    response.copy_to(&mut ${this.#use('std::io')}::stdout())?;\n`;
    else if (!isHead) code += `    println!("${showsHeaders ? '\\n' : ''}{}", response.text()?);\n`;
    return fails === 'after'
      ? `${code}    if status.is_client_error() || status.is_server_error() {\n        std::process::exit(1);\n    }\n`
      : code;
  }

  #use(name: string): string {
    this.#uses.add(name.replace(/::(?=[A-Z])/, '::~'));
    return name.replace(/^.*::/, '');
  }

  #declaration(variable: PlanVariable): string {
    const { name, fallback } = variable;
    const known = `${this.#use('std::env')}::var(${rustLiteral(name)})`;
    const start = `    let ${this.#names.of(variable)} = ${known}`;
    if (fallback === undefined && this.#plan.isMinimal) return `${start}?;\n`;
    if (fallback === undefined) {
      const line = `${start}.map_err(|_| ${rustLiteral(`${name} is not set`)})?;`;
      return `${line.length > MAX_LINE ? line.replace(' = ', ' =\n        ') : line}\n`;
    }
    const literal = `${rustLiteral(fallback.text)}.to_string()`;
    if (!fallback.forEmpty) return `${start}.unwrap_or_else(|_| ${literal});\n`;
    return `${start}\n        .ok()\n        .filter(|value| !value.is_empty())\n        .unwrap_or_else(|| ${literal});\n`;
  }

  #client(): string {
    const { redirects, compressed, connectTimeout, insecure, proxy, httpVersion, ipVersion, removed } =
      this.#plan;
    const calls: string[] = [];
    const max = this.#plan.stopsAtRedirect ? 0 : redirects?.max;
    if (max !== undefined) {
      const policy = max === 0 ? 'none()' : `limited(${max < 0 ? 'usize::MAX' : max})`;
      calls.push(`.redirect(${this.#use('reqwest::redirect::Policy')}::${policy})`);
    }
    if (this.#plan.transfer.keepsCookies) calls.push('.cookie_store(true)');
    if (redirects?.addsReferer === true) calls.push('.referer(false)');
    // Decoding is the default, but only with the feature in the manifest.
    if (compressed && removed.length === 0) calls.push('.gzip(true)');
    // The default timeout is 30 seconds. The total deadline is set on the request.
    if (this.#plan.timeout === undefined && !this.#plan.isMinimal) calls.push('.timeout(None)');
    if (connectTimeout !== undefined) calls.push(`.connect_timeout(${this.#duration(connectTimeout)})`);
    if (insecure) calls.push('.tls_danger_accept_invalid_certs(true)');
    const { cert, key, cacert, unix_socket: unixSocket, address } = this.#plan.transfer;
    let identity = '';
    if (cert !== undefined) {
      if (key !== undefined)
        identity = `    let identity = [${this.#read(cert)}, ${this.#read(key)}].join(&b'\\n');\n`;
      const pem = key === undefined ? this.#read(cert) : 'identity';
      calls.push(`.identity(${this.#use('reqwest::Identity')}::from_pem(&${pem})?)`);
    }
    if (cacert !== undefined)
      calls.push(
        `.tls_certs_only(${this.#use('reqwest::Certificate')}::from_pem_bundle(&${this.#read(cacert)})?)`,
      );
    if (address !== undefined) {
      const { host, port, ip } = address;
      const target = this.#str(joined(ownText(ip).includes(':') ? joined('[', ip, ']') : ip, `:${port}`));
      calls.push(`.resolve(${rustLiteral(host)}, ${target}.parse()?)`);
    }
    if (unixSocket !== undefined) calls.push(`.unix_socket(${this.#str(unixSocket)})`);
    if (httpVersion !== undefined)
      calls.push(httpVersion === '1.1' ? '.http1_only()' : '.http2_prior_knowledge()');
    if (ipVersion !== undefined)
      calls.push(
        `.local_address(std::net::IpAddr::from(${this.#use(`std::net::Ipv${ipVersion}Addr`)}::UNSPECIFIED))`,
      );
    for (const { by } of removed) calls.push(by);
    if (proxy !== undefined) {
      const { server, username, password = '' } = proxy;
      const start = `${this.#use('reqwest::Proxy')}::all(${this.#str(server)})?`;
      const auth =
        username === undefined ? [] : [`.basic_auth(${this.#slice(username)}, ${this.#slice(password)})`];
      calls.push(chainCall('proxy', [], [start, ...auth], '        '));
    }
    const made = calls.length === 0 ? 'Client::new()' : chain('Client::builder()', [...calls, '.build()?']);
    return `${identity}    let client = ${made};\n`;
  }

  #duration(milliseconds: number): string {
    const [unit, count] =
      milliseconds % 1000 === 0 ? ['secs', milliseconds / 1000] : ['millis', milliseconds];
    return `${this.#use('std::time::Duration')}::from_${unit}(${count})`;
  }

  #calls(): string[] {
    const { verb, method, url, query, headers, auth, timeout } = this.#plan;
    const calls: string[] = [];
    if (verb !== undefined && verb !== 'OPTIONS') calls.push(call(verb.toLowerCase(), this.#str(url)));
    else {
      const how = verb === undefined ? `from_bytes(${this.#bytes(method)})?` : verb;
      calls.push(call('request', `${this.#use('reqwest::Method')}::${how}`, this.#str(url)));
    }
    if (query !== undefined) calls.push(`.query(${this.#pairs(query)})`);
    if (auth?.kind === 'basic')
      calls.push(call('basic_auth', this.#str(auth.username), `Some(${this.#str(auth.password)})`));
    else if (auth?.kind === 'bearer') calls.push(`.bearer_auth(${this.#str(auth.token)})`);
    if (timeout !== undefined) calls.push(`.timeout(${this.#duration(timeout)})`);
    // Arguments that accept only ASCII text get its bytes.
    for (const { name, value, isAscii } of headers)
      calls.push(call('header', this.#str(name), isAscii ? this.#str(value) : this.#bytes(value)));
    this.#body(calls);
    if (auth !== undefined && auth.kind !== 'basic' && auth.kind !== 'bearer') {
      this.#use('diqwest::blocking::WithDigestAuth');
      const credentials = `(${this.#slice(auth.username)}, ${this.#slice(auth.password)})`;
      calls.push(`.send_digest_auth(${credentials})`);
    } else calls.push('.send()');
    return calls;
  }

  #pairs({ pairs }: PlanPairs): string {
    const items = pairs.map(([name, value]) => `(${this.#slice(name)}, ${this.#slice(value)})`);
    const flat = items.join(', ');
    const lines = `\n            ${items.join(',\n            ')},\n        `;
    // serde implements arrays of up to 32 items.
    return `&${items.length > 32 ? 'vec!' : ''}[${flat.length <= MAX_PART ? flat : lines}]`;
  }

  #bytes(text: Template): string {
    if (typeof text !== 'string') return `${this.#owned(text, '')}.as_bytes()`;
    return isPlain(text) ? `b${rustLiteral(text)}` : `${rustLiteral(text)}.as_bytes()`;
  }

  #body(calls: string[]): void {
    const { body, redirects, auth } = this.#plan;
    if (body.kind === 'json') {
      const literal = jsonLiteral(body.value, this.#json, this.#names, '        ', '.json(&json!())'.length);
      calls.push(`.json(&${this.#use('serde_json::json')}!(${literal}))`);
    } else if (body.kind === 'text') calls.push(call('body', this.#owned(body.text)));
    else if (body.kind === 'pairs') calls.push(`.form(${this.#pairs(body)})`);
    else if (body.kind === 'bytes') calls.push(call('body', `${byteLiteral(body.bytes)}.to_vec()`));
    else if (body.kind === 'file') {
      if (body.stripNewlines) {
        this.#setup += '    // Like curl -d @file, without NUL bytes and line ends.\n';
        this.#setup += `    let mut body = ${this.#file(body.file)};\n    body.retain(|byte| !b"\\r\\n\\0".contains(byte));\n`;
        calls.push(call('body', 'body'));
      } else if (body.file.kind === 'path' && redirects === undefined && auth?.kind !== 'digest') {
        // A reader cannot be sent again.
        const file = `${this.#use('std::fs::File')}::open(${this.#str(body.file.path)})?`;
        calls.push(call('body', file));
      } else calls.push(call('body', this.#file(body.file)));
    } else if (body.kind === 'multipart') {
      const isBare = body.parts.every(({ name }) => typeof name === 'string' && BARE_NAME.test(name));
      const parts = body.parts.map((part) => this.#part(part));
      if (!isBare) parts.unshift(['percent_encode_noop', [], []]);
      this.#use('reqwest::blocking::multipart::Form');
      if (parts.some(([name]) => name === 'part')) this.#use('reqwest::blocking::multipart::Part');
      this.#setup += `    let form = ${form(parts)};\n`;
      calls.push('.multipart(form)');
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
    // A number without a suffix is an i32.
    number: (token) => (/^-?\d{10,}$/.test(token) ? `${token}i64` : token),
    constant: String,
  };

  #read(path: Template): string {
    return `${this.#use('std::fs')}::read(${this.#str(path)})?`;
  }

  /** Returns the content of a file as an expression. Standard input is empty when it is read again. */
  #file(file: PlanFile): string {
    if (file.kind === 'path') return this.#read(file.path);
    if (this.#input !== '') return 'Vec::new()';
    this.#input = `    let mut input = Vec::new();\n    ${this.#use('std::io')}::copy(&mut io::stdin(), &mut input)?;\n`;
    return this.#plan.transfer.retry === undefined ? 'input' : 'input.clone()';
  }

  #part(part: PlanPart): FormCall {
    const { name, content, filename, contentType, headers } = part;
    const args = [this.#owned(name)];
    const field = fieldText(part);
    if (field !== undefined) return ['text', args, [this.#owned(field)]];
    const file = content.kind === 'file' ? content.file : undefined;
    // The library streams a file, but guesses a name and a type, which cannot be removed.
    const path =
      file?.kind === 'path' && filename !== undefined && contentType !== undefined ? file.path : undefined;
    const isNamed = typeof path === 'string' && path.replace(/^.*\//s, '') === filename;
    const isTyped = isNamed && !/\.xml$/i.test(path) && fileType(path) === contentType;
    if (isTyped && headers.length === 0) return ['file', args, [this.#str(path)]];
    const start =
      content.kind === 'text'
        ? `text(${this.#owned(content.text)})`
        : content.kind === 'bytes'
          ? `bytes(${byteLiteral(content.bytes)}.to_vec())`
          : path === undefined
            ? `bytes(${this.#file(content.file)})`
            : `file(${this.#str(path)})?`;
    const chain = [`Part::${start}`];
    if (filename !== undefined && !isNamed) chain.push(`.file_name(${this.#owned(filename)})`);
    const isRead =
      contentType !== undefined && (typeof contentType !== 'string' || MEDIA_TYPE.test(contentType));
    if (isRead && !isTyped) chain.push(`.mime_str(${this.#slice(contentType)})?`);
    if (headers.length > 0) {
      this.#use('reqwest::header::HeaderMap');
      this.#use('reqwest::header::HeaderName');
      const pairs = headers.map(
        ([key, value]) => `(HeaderName::from_bytes(${this.#bytes(key)})?, ${this.#str(value)}.parse()?)`,
      );
      chain.push(`.headers(HeaderMap::from_iter([${pairs.join(', ')}]))`);
    }
    return ['part', args, chain];
  }

  /** Returns a text for `AsRef<str>`: a literal, a reference or an owned String. */
  #str(text: Template): string {
    const expression = this.#owned(text, '');
    return typeof text === 'string' || expression.startsWith('format!') ? expression : `&${expression}`;
  }

  #slice(text: Template): string {
    return typeof text === 'string' ? rustLiteral(text) : `${this.#owned(text, '')}.as_str()`;
  }

  /** Returns a text as a literal, or as an owned String if it contains variables. */
  #owned(text: Template, clone = '.clone()'): string {
    if (typeof text === 'string') return rustLiteral(text);
    const only = this.#names.only(text);
    if (only !== undefined) return only + clone;
    const isRaw = prefersRaw(ownText(text));
    // Literal braces are doubled; those of an escape are not.
    const write = (piece: string) =>
      piece.replace(/[{}]|[^{}]+/g, (part) =>
        /[{}]/.test(part) ? part + part : isRaw ? part : escaped(part),
      );
    const format = this.#names.interpolated(text, write, '{', '}');
    return `format!(${isRaw ? rawLiteral(format) : `"${format}"`})`;
  }
}
