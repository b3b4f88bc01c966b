/** Python: programs for requests. */
import highlighter from 'highlight.js/lib/languages/python';
import type { Client, Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { PlanProxy, ProgramPlan } from '../plan/plan.ts';
import { BY_FOUR, dedented, indented, list } from '../text/layout.ts';
import { httpx, httpxAsync } from './python/httpx.ts';
import { ARGUMENT, entries, PythonProgram, string } from './python/python-program.ts';

const SOCKS = { package: 'PySocks' };

const CAPABILITIES = new Capabilities({
  name: 'requests',
  follows: 'but-head',
  method: (method) => method.toUpperCase(),
  dotSegments: false,
  leadingSlashes: false,
  barePercent: false,
  query: { space: '+', plain: '~' },
  headerText: 'encoded',
  fixedHeaders: ['host'],
  removableHeaders: {
    accept: 'None',
    connection: 'None',
    'accept-encoding': 'SKIP_HEADER',
    'user-agent': 'SKIP_HEADER',
  },
  form: { type: true },
  json: { type: true, numbers: 'big' },
  multipart: { names: 'percent' },
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
  proxies: { http: 'own', https: 'own', socks4: SOCKS, socks4a: SOCKS, socks5: SOCKS, socks5h: SOCKS },
  versions: { '1.1': 'default' },
  chunked: 'but-forms',
  keepsCookies: 'always',
  transfer: ['retry', 'cert', 'key', 'cacert', 'cookie_file', 'cookie_jar'],
});

const client: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

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
      clients: [client],
    },
    { name: 'httpx', ...HTTPX, clients: [httpx] },
    { name: 'httpx-async', ...HTTPX, clients: [httpxAsync] },
  ],
};

class Program extends PythonProgram {
  protected override readonly raw = 'data';
  protected override readonly digest = 'HTTPDigestAuth';
  protected override readonly repeatsFields = true;

  override toString(): string {
    const { redirects, transfer } = this.plan;
    const limit = redirects?.max;
    const { load, save } = this.cookies();
    const needsSession = limit !== undefined || transfer.retry !== undefined || load !== '';
    let session = needsSession ? '    session = requests.Session()\n' : '';
    if (limit !== undefined) session += `    session.max_redirects = ${limit < 0 ? 'sys.maxsize' : limit}\n`;
    if (load !== '') session += `    session.cookies = jar\n`;
    this.setup += load;
    if (transfer.retry !== undefined) session += this.#retry(transfer.retry);
    const call = this.#call(needsSession ? 'session' : 'requests');
    const response = this.#response();
    const raise = transfer.fails === 'before' ? '    response.raise_for_status()\n' : '';
    const sent = `${session}${this.withFiles(`    response = ${call}\n`)}${raise}${response.inside}${indented(save, '    ')}`;
    if (this.plan.isMinimal) return this.program('requests', dedented(sent, '    ') + response.after);
    return this.program(
      'requests',
      `try:
${sent}except requests.RequestException as error:
    sys.exit(f"Request failed: {error}")

${response.after}${transfer.fails === 'after' ? 'if response.status_code >= 400:\n    sys.exit(1)\n' : ''}`,
    );
  }

  /** The statements that use the response; those that read it are inside the `try`. */
  #response(): { inside: string; after: string } {
    const { output, streams, showsHeaders, isHead } = this.plan.transfer;
    const status = this.status('reason', 'items');
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
        inside: `    with open(${this.text(output)}, "wb") as file:
        for chunk in response.iter_content(chunk_size=65536):
            file.write(chunk)
`,
        after: status,
      };
    const body = isHead ? '' : `${showsHeaders ? 'print()\n' : ''}print(response.text)\n`;
    return { inside: '', after: status + body };
  }

  #retry({ count, delay, statuses }: NonNullable<ProgramPlan['transfer']['retry']>): string {
    this.packages.add('from requests.adapters import HTTPAdapter').add('from urllib3.util import Retry');
    const wait = `backoff_factor=${(delay ?? 1000) / 1000}${delay === undefined ? '' : `, backoff_max=${delay / 1000}`}`;
    return `    retry = Retry(
        ${count},
        allowed_methods=None,
        ${wait},
        status_forcelist=${statuses === undefined ? 'range(400, 600)' : `[${statuses}]`},
        raise_on_status=False,
    )
    session.mount("http://", HTTPAdapter(max_retries=retry))
    session.mount("https://", HTTPAdapter(max_retries=retry))
`;
  }

  #call(owner: string): string {
    const { verb, method, url, query, timeout, connectTimeout, proxy } = this.plan;
    const args = verb === undefined ? [this.text(method), this.text(url)] : [this.text(url)];
    if (query !== undefined) args.push(`params=${this.pairs(query)}`);
    this.#headers(args);
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
    const { cert, key, cacert, streams, output } = this.plan.transfer;
    if (this.plan.insecure) args.push('verify=False');
    else if (cacert !== undefined) args.push(`verify=${this.text(cacert)}`);
    if (cert !== undefined)
      args.push(
        key === undefined ? `cert=${this.text(cert)}` : `cert=(${this.text(cert)}, ${this.text(key)})`,
      );
    if (streams || output !== undefined) args.push('stream=True');
    if (proxy !== undefined)
      args.push(
        `proxies=${entries(['"http"', '"https"'].map((name) => [name, this.#proxy(proxy)] as const))}`,
      );
    const open = `${owner}.${verb === undefined ? 'request' : verb.toLowerCase()}(`;
    return list(open, args, ')', '    ', BY_FOUR, 'response = '.length);
  }

  #proxy({ url, isOpen }: PlanProxy): string {
    if (!isOpen) return this.text(url);
    this.modules.add('from urllib.parse import quote');
    return `f"${this.names.interpolated(
      url,
      (piece) => string(piece).slice(1, -1),
      '{quote(',
      ", safe='')}",
      (name) => name.replaceAll('"', "'"),
    )}"`;
  }

  #headers(args: string[]): void {
    const items = this.plan.headers.map((header) => `${this.text(header.name)}: ${this.value(header)}`);
    for (const { name, by } of this.plan.removed) {
      items.push(`${string(name)}: ${by}`);
      if (by !== 'None') this.packages.add(`from urllib3.util import ${by}`);
    }
    if (items.length > 0)
      args.push(`headers=${list('{', items, '}', ARGUMENT, BY_FOUR, 'headers=,'.length)}`);
  }
}
