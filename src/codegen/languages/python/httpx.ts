/** Python programs with httpx. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { ProgramPlan } from '../../plan/plan.ts';
import { BY_FOUR, indented, list } from '../../text/layout.ts';
import { COMMON, PythonProgram, REDIRECTS } from './python-program.ts';

/** Characters that httpx, unlike curl, escapes in names: a backslash, and controls other than line ends. */
const ODD = /[\0-\t\v\f\x0e-\x1f\\]/;

const SOCKS = { package: 'socksio' };

const CAPABILITIES = new Capabilities({
  ...COMMON,
  name: 'httpx',
  follows: false,
  brief: ['follow_redirects', 'timeout_ms', 'fail'],
  limit: '5 s without data',
  repeatedHeaders: 'all',
  fixedHeaders: ['accept', 'accept-encoding', 'connection', 'user-agent', 'host'],
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
  redirects: { ...REDIRECTS, keepsBody: true },
  proxies: { http: 'own', https: 'own', socks5: SOCKS, socks5h: SOCKS },
  transfer: ['retry', 'cert', 'key', 'cacert', 'unix_socket', 'cookie_file', 'cookie_jar'],
});

export const httpx: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };
/** Bodies of unknown length would need a generator. */
export const httpxAsync: Client = {
  capabilities: new Capabilities(CAPABILITIES),
  emit: (plan) => new Program(plan, true).toString(),
};

const BODILESS = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

class Program extends PythonProgram {
  protected override readonly raw = 'content';
  protected override readonly digest = 'httpx.DigestAuth';
  /** Words before statements and calls of the asynchronous form. */
  readonly #async: string;
  readonly #await: string;

  constructor(plan: ProgramPlan, isAsync = false) {
    super(plan, isAsync);
    [this.#async, this.#await] = isAsync ? ['async ', 'await '] : ['', ''];
    if (isAsync) this.modules.add('import asyncio');
  }

  override toString(): string {
    const { plan, isStreamed } = this;
    const limit = plan.redirects?.max;
    let settings = this.#settings();
    const { load, save } = this.cookies();
    this.setup += load;
    let client = '';
    if (load !== '') settings.unshift('cookies=jar');
    const isClient = this.isAsync || limit !== undefined || plan.transfer.unix_socket !== undefined;
    if (isClient) {
      const max = limit === undefined ? [] : [`max_redirects=${limit < 0 ? 'sys.maxsize' : limit}`];
      const all = [...max, ...settings];
      if (this.isAsync)
        client = list('httpx.AsyncClient(', all, ')', '    ', BY_FOUR, 'async with  as client:'.length);
      else this.setup += `${list('client = httpx.Client(', all, ')', '', BY_FOUR, 0)}\n`;
      settings = [];
    }
    const call = this.#call(isClient ? 'client' : 'httpx', settings);
    // raise_for_status() also raises for a redirect that is not followed.
    const check =
      plan.redirects === undefined && !plan.isMinimal
        ? 'if response.is_error:\n    sys.exit(f"HTTP {response.status_code}")\n'
        : 'response.raise_for_status()\n';
    const before = plan.transfer.fails === 'before' ? check : '';
    const chunks = `${this.#async}for chunk in response.${this.isAsync ? 'a' : ''}iter_bytes():\n`;
    const response = this.response('reason_phrase', 'multi_items', chunks);
    const inside = isStreamed ? indented(before + response, '        ') : indented(before, '    ');
    const sent = this.#repeated(`    ${call}\n`, inside) + save;
    const code = this.tried('httpx.HTTPError', sent, response, 'response.is_error');
    const main = `\nasync def main():\n    async with ${client} as client:\n${indented(code, '        ')}\n\nasyncio.run(main())\n`;
    return this.program('httpx', this.isAsync ? main : code);
  }

  /** @param inside uses the response: the lines of a `with`, or else those after the call */
  #repeated(call: string, inside: string): string {
    const { isStreamed, plan } = this;
    const { retry } = plan.transfer;
    if (retry === undefined)
      return isStreamed
        ? this.withFiles(`${this.sized}${call}${inside}`)
        : `${this.withFiles(call)}${inside}`;
    const { count, delay, allErrors, refused, catches, statuses } = retry;
    if (!this.isAsync) this.modules.add('import time');
    if (statuses !== undefined) this.setup += `transient = {${statuses}}\n`;
    const isFinal =
      statuses === undefined ? 'response.status_code < 400' : 'response.status_code not in transient';
    const isLast = `    if attempt == ${count} or ${isFinal}:\n`;
    const sent = isStreamed
      ? this.withFiles(`${this.sized}${call}    ${isLast}${indented(inside, '    ')}            break\n`)
      : `${this.withFiles(call)}${isLast}        break\n`;
    const tried = catches
      ? `    try:
${indented(sent, '    ')}    except ${allErrors ? 'httpx.TransportError' : refused ? '(httpx.ConnectError, httpx.TimeoutException)' : 'httpx.TimeoutException'}:
        if attempt == ${count}:
            raise
`
      : sent;
    return `    for attempt in range(${count + 1}):
${indented(tried, '    ')}        ${this.isAsync ? 'await asyncio' : 'time'}.sleep(${delay ? delay / 1000 : '2**attempt'})
${isStreamed ? '' : inside}`;
  }

  #call(owner: string, settings: readonly string[]): string {
    const { isStreamed } = this;
    const { verb, method, url, query, body, timeout, connectTimeout, redirects } = this.plan;
    const isNamed = !isStreamed && verb !== undefined && (body.kind === 'none' || !BODILESS.has(verb));
    const args = isNamed ? [this.text(url)] : [this.text(method), this.text(url)];
    if (query !== undefined) args.push(`params=${this.pairs(query)}`);
    this.headers(args);
    this.auth(args);
    this.body(args);
    if (redirects !== undefined) args.push('follow_redirects=True');
    // The default timeout is five seconds.
    const all = timeout === undefined ? 'None' : timeout / 1000;
    if (!this.plan.isMinimal || timeout !== undefined)
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

  #settings(): string[] {
    const { proxy, transfer } = this.plan;
    const { unix_socket: unixSocket } = transfer;
    const verify = this.#verify();
    if (unixSocket !== undefined) {
      const args = [`uds=${this.text(unixSocket)}`, ...verify];
      return [
        `transport=${list(`httpx.${this.isAsync ? 'Async' : ''}HTTPTransport(`, args, ')', '    ', BY_FOUR, 'transport='.length)}`,
      ];
    }
    if (proxy === undefined) return verify;
    if (!proxy.isOpen) return [...verify, `proxy=${this.text(proxy.url)}`];
    const login = `auth=(${this.text(proxy.username ?? '')}, ${this.text(proxy.password ?? '')})`;
    const args = [this.text(proxy.server), login];
    return [...verify, `proxy=${list('httpx.Proxy(', args, ')', '        ', BY_FOUR, 'proxy=,'.length)}`];
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
