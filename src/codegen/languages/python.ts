/** Python: programs for requests. */
import highlighter from 'highlight.js/lib/languages/python';
import type { Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { PlanProxy, PlanRetry } from '../plan/plan.ts';
import { BY_FOUR, indented, list } from '../text/layout.ts';
import { httpx, httpxAsync } from './python/httpx.ts';
import { COMMON, PythonProgram, REDIRECTS, string } from './python/python-program.ts';

const SOCKS = { package: 'PySocks' };

const CAPABILITIES = new Capabilities({
  ...COMMON,
  name: 'requests',
  follows: 'but-head',
  brief: ['timeout_ms', 'connect_timeout_ms', 'fail'],
  leadingSlashes: false,
  removableHeaders: {
    accept: 'None',
    connection: 'None',
    'accept-encoding': 'SKIP_HEADER',
    'user-agent': 'SKIP_HEADER',
  },
  multipart: { names: 'percent' },
  basic: 'ascii',
  redirects: REDIRECTS,
  proxies: { http: 'own', https: 'own', socks4: SOCKS, socks4a: SOCKS, socks5: SOCKS, socks5h: SOCKS },
  transfer: ['retry', 'cert', 'key', 'cacert', 'cookie_file', 'cookie_jar'],
});

const install = (...packages: readonly string[]): string =>
  `python3 -m venv .venv && .venv/bin/pip install ${packages.join(' ')}`;

const HTTPX = {
  requires: 'Python 3.9, httpx 0.28',
  install: (packages: readonly string[]) => install('httpx', ...packages),
};

export const python: Emitter = {
  title: 'Python',
  filename: 'main.py',
  run: '.venv/bin/python main.py',
  highlighter,
  stop: (sentence) => `import sys\n\nsys.exit(${string(sentence)})\n`,
  libraries: [
    {
      name: 'requests',
      requires: 'Python 3.9, requests 2.31, urllib3 2.0',
      install: (packages) => install('requests', ...packages),
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() }],
    },
    { name: 'httpx', ...HTTPX, clients: [httpx] },
    { name: 'httpx-async', ...HTTPX, clients: [httpxAsync] },
  ],
};

class Program extends PythonProgram {
  protected override readonly raw = 'data';
  protected override readonly digest = 'HTTPDigestAuth';

  override toString(): string {
    const { redirects, transfer } = this.plan;
    const limit = redirects?.max;
    const { load, save } = this.cookies();
    const needsSession = limit !== undefined || transfer.retry !== undefined || save !== '';
    this.setup += load;
    if (needsSession) this.setup += 'session = requests.Session()\n';
    if (limit !== undefined) this.setup += `session.max_redirects = ${limit < 0 ? 'sys.maxsize' : limit}\n`;
    if (needsSession && load !== '') this.setup += 'session.cookies = jar\n';
    if (transfer.retry !== undefined) this.#retry(transfer.retry);
    const { streams, fails } = transfer;
    const call = this.#call(needsSession ? 'session' : 'requests', !needsSession && load !== '');
    const raise = fails === 'before' ? 'response.raise_for_status()\n' : '';
    const chunks = `for chunk in response.iter_content(chunk_size=${streams ? 'None' : '65536'}):\n`;
    const response = this.response('reason', 'items', chunks);
    const sent = this.isStreamed
      ? this.withFiles(`    with ${call} as response:\n${indented(raise + response, '        ')}`)
      : this.withFiles(`    response = ${call}\n`) + indented(raise, '    ');
    const code = this.tried(
      'requests.RequestException',
      this.sized + sent + save,
      response,
      'not response.ok',
    );
    return this.program('requests', code);
  }

  /** Writes the session's retries. curl repeats refused connections only on request. */
  #retry({ count, delay, allErrors, refused, statuses }: PlanRetry): void {
    this.packages.add('from requests.adapters import HTTPAdapter').add('from urllib3.util import Retry');
    const seconds = (delay ?? 1000) / 1000;
    const forced = statuses === undefined ? 'range(400, 600)' : `[${statuses}]`;
    const settings = [String(count), 'allowed_methods=None', `backoff_factor=${seconds}`];
    if (delay !== undefined) settings.push(`backoff_max=${seconds}`);
    if (!allErrors && !refused) settings.push('connect=0');
    settings.push(`status_forcelist=${forced}`, 'raise_on_status=False');
    this.setup += `${list('retry = Retry(', settings, ')', '', BY_FOUR, 0)}\n`;
    const { scheme, redirects } = this.plan;
    for (const one of scheme === undefined || redirects !== undefined ? ['http', 'https'] : [scheme])
      this.setup += `session.mount("${one}://", HTTPAdapter(max_retries=retry))\n`;
  }

  #call(owner: string, hasJar: boolean): string {
    const { verb, method, url, query, timeout, connectTimeout, proxy } = this.plan;
    const args = verb === undefined ? [this.text(method), this.text(url)] : [this.text(url)];
    if (query !== undefined) args.push(`params=${this.pairs(query)}`);
    this.headers(args);
    if (hasJar) args.push('cookies=jar');
    this.auth(args);
    if (this.plan.auth?.kind === 'digest') this.packages.add('from requests.auth import HTTPDigestAuth');
    this.body(args);
    const follows = this.plan.redirects !== undefined;
    // requests.head() is the only function that does not follow redirects by default.
    if (follows === (verb === 'HEAD') && (follows || !this.plan.isMinimal))
      args.push(`allow_redirects=${follows ? 'True' : 'False'}`);
    if (connectTimeout !== undefined)
      args.push(`timeout=(${connectTimeout / 1000}, ${timeout === undefined ? 'None' : timeout / 1000})`);
    else if (timeout !== undefined) args.push(`timeout=${timeout / 1000}`);
    const { cert, key, cacert } = this.plan.transfer;
    if (this.plan.insecure) args.push('verify=False');
    else if (cacert !== undefined) args.push(`verify=${this.text(cacert)}`);
    if (cert !== undefined)
      args.push(
        key === undefined ? `cert=${this.text(cert)}` : `cert=(${this.text(cert)}, ${this.text(key)})`,
      );
    if (this.isStreamed) args.push('stream=True');
    if (proxy !== undefined) {
      this.setup += `proxy = ${this.#proxy(proxy)}\n`;
      args.push('proxies={"http": proxy, "https": proxy}');
    }
    const open = `${owner}.${verb === undefined ? 'request' : verb.toLowerCase()}(`;
    const beside = this.isStreamed ? 'with  as response:' : 'response = ';
    return list(open, args, ')', '    ', BY_FOUR, beside.length);
  }

  #proxy({ url, isOpen }: PlanProxy): string {
    if (!isOpen) return this.text(url);
    this.modules.add('from urllib.parse import quote');
    const write = (piece: string) => string(piece).slice(1, -1);
    const spell = (name: string) => name.replaceAll('"', "'");
    return `f"${this.names.interpolated(url, write, '{quote(', ", safe='')}", spell)}"`;
  }
}
