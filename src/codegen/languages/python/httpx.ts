/** Python programs with httpx. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { ProgramPlan } from '../../plan/plan.ts';
import { BY_FOUR, dedented, indented, list } from '../../text/layout.ts';
import { entries, PythonProgram } from './python-program.ts';

/** Characters that httpx, unlike curl, escapes in names: a backslash, and controls other than line ends. */
const ODD = /[\0-\t\v\f\x0e-\x1f\\]/;

const SOCKS = { package: 'socksio' };

const CAPABILITIES = new Capabilities({
  name: 'httpx',
  follows: false,
  limit: '5 s without data',
  method: (method) => method.toUpperCase(),
  dotSegments: false,
  barePercent: false,
  query: { space: '+', plain: '~' },
  repeatedHeaders: 'all',
  headerText: 'encoded',
  fixedHeaders: ['accept', 'accept-encoding', 'connection', 'user-agent', 'host'],
  form: { type: true },
  json: { type: true, numbers: 'big' },
  multipart: {
    names: 'percent',
    untypedFiles: false,
    objection: ({ name, filename }) => {
      if (filename === '') return 'leaves out the empty filename';
      return ODD.test(`${name}${filename ?? ''}`)
        ? 'escapes backslashes and control characters in the name'
        : undefined;
    },
  },
  schemes: { digest: 'own' },
  redirects: {
    limit: true,
    toGet: { 301: 'post', 302: 'all-but-head', 303: 'all-but-head' },
    keepsBody: true,
    drops: ['cookie'],
    dropsElsewhere: ['authorization', 'cookie'],
    once: ['chunked'],
  },
  proxies: { http: 'own', https: 'own', socks5: SOCKS, socks5h: SOCKS },
  versions: { '1.1': 'default' },
  chunked: 'but-forms',
  keepsCookies: 'always',
  transfer: ['retry', 'cert', 'key', 'cacert', 'unix_socket', 'cookie_file', 'cookie_jar'],
});

export const httpx: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };
/** Bodies of unknown length would need a generator. */
export const httpxAsync: Client = {
  capabilities: new Capabilities({ ...CAPABILITIES, chunked: false }),
  emit: (plan) => new Program(plan, true).toString(),
};

/** Methods whose function accepts no body. */
const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

class Program extends PythonProgram {
  protected override readonly raw = 'content';
  protected override readonly digest = 'httpx.DigestAuth';
  protected override readonly repeatsFields = false;
  readonly #isAsync: boolean;
  /** Words before statements and calls of the asynchronous form. */
  readonly #async: string;
  readonly #await: string;

  constructor(plan: ProgramPlan, isAsync = false) {
    super(plan, isAsync);
    this.#isAsync = isAsync;
    [this.#async, this.#await] = isAsync ? ['async ', 'await '] : ['', ''];
    if (isAsync) this.modules.add('import asyncio');
  }

  override toString(): string {
    const { plan } = this;
    const { streams, output, fails } = plan.transfer;
    const isStreamed = streams || output !== undefined;
    const limit = plan.redirects?.max;
    let settings = this.#settings();
    const { load, save } = this.cookies();
    this.setup += load;
    let client = '';
    const isClient =
      this.#isAsync || limit !== undefined || plan.transfer.unix_socket !== undefined || load !== '';
    if (isClient) {
      const max = limit === undefined ? [] : [`max_redirects=${limit < 0 ? 'sys.maxsize' : limit}`];
      const all = [...max, ...(load === '' ? [] : ['cookies=jar']), ...settings];
      if (this.#isAsync)
        client = list('httpx.AsyncClient(', all, ')', '    ', BY_FOUR, 'async with  as client:'.length);
      else this.setup += `${list('client = httpx.Client(', all, ')', '', BY_FOUR, 0)}\n`;
      settings = [];
    }
    const call = this.#call(isClient ? 'client' : 'httpx', settings, isStreamed);
    // raise_for_status() also raises for a redirect that is not followed.
    const check = `${plan.redirects === undefined ? 'if response.is_error:\n    ' : ''}response.raise_for_status()\n`;
    const before = fails === 'before' ? check : '';
    const response = this.#response();
    const inside = isStreamed ? indented(before + response, '        ') : indented(before, '    ');
    const failure = fails === 'after' ? 'if response.is_error:\n    sys.exit(1)\n' : '';
    const after = isStreamed ? failure : `${response}${failure}`;
    const sent = this.#repeated(`    ${call}\n`, inside, isStreamed) + indented(save, '    ');
    const code = plan.isMinimal
      ? dedented(sent, '    ') + after
      : `try:
${sent}except httpx.HTTPError as error:
    sys.exit(f"Request failed: {error}")
${after === '' ? '' : `\n${after}`}`;
    if (!this.#isAsync) return this.program('httpx', code);
    return this.program(
      'httpx',
      `
async def main():
    async with ${client} as client:
${indented(code, '        ')}

asyncio.run(main())
`,
    );
  }

  /**
   * The statements that send the request, in a loop if it is retried as curl does.
   * @param inside uses the response: the lines of a `with`, or else those after the call
   */
  #repeated(call: string, inside: string, isStreamed: boolean): string {
    const { retry } = this.plan.transfer;
    if (retry === undefined)
      return isStreamed ? this.withFiles(`${call}${inside}`) : `${this.withFiles(call)}${inside}`;
    const { count, delay, allErrors, statuses } = retry;
    if (!this.#isAsync) this.modules.add('import time');
    if (statuses !== undefined) this.setup += `transient = {${statuses}}\n`;
    const isFinal =
      statuses === undefined ? 'response.status_code < 400' : 'response.status_code not in transient';
    const isLast = `if attempt == ${count} or ${isFinal}:\n`;
    const last = isStreamed ? `        ${isLast}${indented(inside, '    ')}            break\n` : '';
    return `    for attempt in range(${count + 1}):
        try:
${indented(this.withFiles(`${call}${last}`), '        ')}        except httpx.${allErrors ? 'TransportError' : 'TimeoutException'}:
            if attempt == ${count}:
                raise
${isStreamed ? '' : `        else:\n            ${isLast}                break\n`}        ${this.#isAsync ? 'await asyncio' : 'time'}.sleep(${delay ? delay / 1000 : '2**attempt'})
${isStreamed ? '' : inside}`;
  }

  #response(): string {
    const { output, streams, showsHeaders, isHead } = this.plan.transfer;
    const status = this.status('reason_phrase', 'multi_items');
    const chunks = `${this.#async}for chunk in response.${this.#isAsync ? 'a' : ''}iter_bytes():\n`;
    if (streams)
      return `${status}${chunks}    sys.stdout.buffer.write(chunk)\n    sys.stdout.buffer.flush()\n`;
    if (output !== undefined)
      return `${status}with open(${this.text(output)}, "wb") as file:\n    ${chunks}        file.write(chunk)\n`;
    return isHead ? status : `${status}${showsHeaders ? 'print()\n' : ''}print(response.text)\n`;
  }

  #call(owner: string, settings: readonly string[], isStreamed: boolean): string {
    const { verb, method, url, query, headers, body, timeout, connectTimeout, redirects } = this.plan;
    const isNamed = !isStreamed && verb !== undefined && (body.kind === 'none' || !BODILESS.has(verb));
    const args = isNamed ? [this.text(url)] : [this.text(method), this.text(url)];
    if (query !== undefined) args.push(`params=${this.pairs(query)}`);
    if (headers.length > 0)
      args.push(`headers=${entries(headers.map((header) => [this.text(header.name), this.value(header)]))}`);
    this.auth(args);
    this.body(args);
    if (redirects !== undefined) args.push('follow_redirects=True');
    // The default timeout is five seconds.
    const all = timeout === undefined ? 'None' : timeout / 1000;
    if (!this.plan.isMinimal)
      args.push(
        connectTimeout === undefined
          ? `timeout=${all}`
          : `timeout=httpx.Timeout(${all}, connect=${connectTimeout / 1000})`,
      );
    args.push(...settings);
    const name = isStreamed ? 'stream' : isNamed ? verb.toLowerCase() : 'request';
    const start = isStreamed ? `${this.#async}with ` : `response = ${this.#await}`;
    const end = isStreamed ? ') as response:' : ')';
    return `${start}${list(`${owner}.${name}(`, args, end, '    ', BY_FOUR, start.length)}`;
  }

  /** The arguments of the client if there is one, else of the call. */
  #settings(): string[] {
    const { proxy, transfer } = this.plan;
    const { unix_socket: unixSocket } = transfer;
    const verify = this.#verify();
    if (unixSocket !== undefined) {
      const args = [`uds=${this.text(unixSocket)}`, ...verify];
      return [
        `transport=${list(`httpx.${this.#isAsync ? 'Async' : ''}HTTPTransport(`, args, ')', '    ', BY_FOUR, 'transport='.length)}`,
      ];
    }
    if (proxy === undefined) return verify;
    if (!proxy.isOpen) return [...verify, `proxy=${this.text(proxy.url)}`];
    const login = `auth=(${this.text(proxy.username ?? '')}, ${this.text(proxy.password ?? '')})`;
    return [...verify, `proxy=httpx.Proxy(${this.text(proxy.server)}, ${login})`];
  }

  #verify(): string[] {
    const { insecure, transfer } = this.plan;
    const { cert, key, cacert } = transfer;
    if (cert === undefined && (insecure || cacert === undefined)) return insecure ? ['verify=False'] : [];
    this.modules.add('import ssl');
    const file = cacert === undefined || insecure ? '' : `cafile=${this.text(cacert)}`;
    this.setup += `context = ssl.create_default_context(${file})\n`;
    if (cert !== undefined)
      this.setup += `context.load_cert_chain(${this.text(cert)}${key === undefined ? '' : `, ${this.text(key)}`})\n`;
    if (insecure) this.setup += 'context.check_hostname = False\ncontext.verify_mode = ssl.CERT_NONE\n';
    return ['verify=context'];
  }
}
