/** PHP programs with Guzzle. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanFile, PlanPart, Template } from '../../plan/plan.ts';
import { BY_FOUR, dedented, importLines, list } from '../../text/layout.ts';
import { ownText } from '../../text/templates.ts';
import { PhpProgram } from './php-program.ts';

const CAPABILITIES = new Capabilities({
  name: 'Guzzle',
  throws: true,
  brief: ['timeout_ms', 'connect_timeout_ms'],
  method: (method) => method.toUpperCase(),
  // libcurl would wait for the body of the response.
  bodiless: ['HEAD'],
  dotSegments: false,
  barePercent: false,
  repeatedHeaders: 'all',
  query: { space: '+', plain: '', onlyEscaped: true, onlyUniqueNames: true },
  fixedHeaders: ['user-agent', 'host'],
  form: { type: true, onlyUniqueNames: true },
  json: { type: true, numbers: 'int64', refusedKeys: /^\d+$/ },
  multipart: { untypedFiles: false },
  schemes: { digest: 'own', ntlm: 'own' },
  redirects: {
    limit: true,
    toGet: { 301: 'others', 302: 'others', 303: 'others' },
    keepsBody: false,
    dropsElsewhere: ['authorization', 'cookie'],
  },
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.0': 'option', '1.1': 'default', '2': 'option' },
  ipVersion: true,
  keepsCookies: 'option',
  resolves: 'list',
  transfer: ['retry', 'resolve', 'cert', 'key', 'cacert', 'unix_socket', 'interface', 'cookie_file'],
});

export const guzzle: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

const OPTION = '        ';
const ITEM = '            ';

const HEADERS = `foreach ($response->getHeaders() as $name => $values) {
    foreach ($values as $value) {
        echo $name, ': ', $value, PHP_EOL;
    }
}
`;

/** curl retries what may pass by itself, which a refused connection does not. */
const NOT_REFUSED =
  "($error instanceof ConnectException && ($error->getHandlerContext()['errno'] ?? 0) !== CURLE_COULDNT_CONNECT)";

class Program extends PhpProgram {
  readonly #options: string[] = [];
  readonly #uses = new Set(['GuzzleHttp\\Client', 'GuzzleHttp\\Exception\\GuzzleException']);

  override toString(): string {
    const { method, url, query, isMinimal } = this.plan;
    const { showsStatus, fails, resumed } = this.plan.transfer;
    const path = this.text(resumed ?? '');
    const size = resumed === undefined ? '' : `$start = is_file(${path}) ? filesize(${path}) : 0;\n`;
    const variables = this.variables() + size;
    if (query !== undefined) {
      const array = this.fields(query.pairs, OPTION);
      // Of an array, Guzzle writes a space as %20.
      const hasSpace = query.pairs.flat().some((text) => ownText(text).includes(' '));
      this.#set('query', hasSpace ? `http_build_query(${array})` : array);
    }
    this.#headers();
    const body = this.#body();
    if (body !== undefined) this.#options.push(`'${body[0]}' => ${body[1]}`);
    this.#auth();
    this.#connection();
    this.#transfer();
    const client = this.#client();
    const isUnused = isMinimal && this.isWrittenAtOnce && !showsStatus && !resumed;
    const result = isUnused ? '' : '$response = ';
    const start = `${result}$client->request(${this.text(method)}, ${this.text(url)}`;
    const options = list('[', this.#options, ']', '    ', BY_FOUR, start.length + ', );'.length);
    const sent = `    ${start}${this.#options.length === 0 ? '' : `, ${options}`});\n`;
    // The other lines are the start of the body.
    const message = fails === 'before' ? 'strtok($error->getMessage(), "\\n")' : '$error->getMessage()';
    const handled = `try {
${sent}} catch (GuzzleException $error) {
    fwrite(STDERR, ${message} . PHP_EOL);
    exit(1);
}

`;
    if (isMinimal) this.#uses.delete('GuzzleHttp\\Exception\\GuzzleException');
    return `<?php

require __DIR__ . '/vendor/autoload.php';

${importLines(this.#uses, 'use ', ';\n')}
${variables}${client}
${isMinimal ? dedented(sent, '    ') : handled}${this.#shown()}`;
  }

  /** Returns the client; its retries wait as curl does: 1 s, then twice as long each time. */
  #client(): string {
    const { retry } = this.plan.transfer;
    if (retry === undefined) return '$client = new Client();';
    this.#uses.add('GuzzleHttp\\HandlerStack').add('GuzzleHttp\\Middleware');
    this.#uses.add('Psr\\Http\\Message\\RequestInterface').add('Psr\\Http\\Message\\ResponseInterface');
    if (!retry.allErrors) this.#uses.add('GuzzleHttp\\Exception\\ConnectException');
    const status = '$response?->getStatusCode()';
    const wait = retry.delay ? `    fn (int $retries): int => ${retry.delay},\n` : '';
    return `$stack = HandlerStack::create();
$stack->push(Middleware::retry(
    fn (int $retries, RequestInterface $request, ?ResponseInterface $response, ?Throwable $error): bool =>
        $retries < ${retry.count} && (
            ${retry.allErrors ? '$error !== null' : retry.refused ? '$error instanceof ConnectException' : NOT_REFUSED}
            || ${retry.statuses === undefined ? `${status} >= 400` : `in_array(${status}, [${retry.statuses}], true)`}
        ),
${wait}));
$client = new Client(['handler' => $stack]);`;
  }

  get #head(): string {
    const { showsStatus, showsHeaders } = this.plan.transfer;
    const reason = showsStatus === 'code' ? '' : " ' ', $response->getReasonPhrase(),";
    const status = `echo $response->getStatusCode(),${reason} PHP_EOL;\n`;
    return (showsStatus ? status : '') + (showsHeaders ? HEADERS : '');
  }

  #shown(): string {
    const { output, resumed, showsHeaders, isHead, fails, streams } = this.plan.transfer;
    let shown = resumed ? '$flags = $response->getStatusCode() === 206 ? FILE_APPEND : 0;\n' : '';
    // A `sink` is written before the status is checked.
    if (output !== undefined && fails === 'before')
      shown += `file_put_contents(${this.text(output)}, $response->getBody()->detach()${resumed ? ', $flags' : ''});\n`;
    shown += streams && this.#head !== '' ? `echo PHP_EOL;\n${this.#head}` : this.#head;
    if (!this.isWrittenAtOnce && !isHead)
      shown += `echo ${showsHeaders ? 'PHP_EOL, ' : ''}$response->getBody(), PHP_EOL;\n`;
    return fails === 'after' ? shown + this.failure('$response->getStatusCode()') : shown;
  }

  #set(name: string, value: string): void {
    this.#options.push(`'${name}' => ${value}`);
  }

  /** Writes the headers; lines of one name (case-insensitive) are one entry. */
  #headers(): void {
    const { headers, chunked, compressed } = this.plan;
    const byName = new Map<string, string[]>();
    for (const { name, lower, value } of headers)
      byName.set(lower, [...(byName.get(lower) ?? [this.text(name)]), this.text(value)]);
    const items = [...byName.values()].map(
      ([name, ...values]) => `${name} => ${values.length === 1 ? values[0] : `[${values.join(', ')}]`}`,
    );
    if (chunked) items.push("'Transfer-Encoding' => 'chunked'");
    if (items.length > 0) this.#set('headers', this.array(items, OPTION));
    if (compressed && !byName.has('accept-encoding')) this.#set('decode_content', "'gzip, deflate'");
  }

  #body(): readonly [name: string, value: string] | undefined {
    const { body, headers } = this.plan;
    if (body.kind === 'none') return undefined;
    if (body.kind === 'text') return ['body', this.lines(body.text, ITEM)];
    if (body.kind === 'json') return ['json', this.json(body.value, OPTION)];
    if (body.kind === 'pairs') return ['form_params', this.fields(body.pairs, OPTION)];
    if (body.kind === 'multipart')
      return [
        'multipart',
        `[\n${body.parts.map((part) => `${ITEM}${this.#part(part)},\n`).join('')}${OPTION}]`,
      ];
    // Without a type, Guzzle derives one from the name of an open file.
    const isTyped = headers.some(({ lower }) => lower === 'content-type');
    const isStream = isTyped && body.kind === 'file' && !body.stripNewlines;
    return ['body', isStream ? this.#open(body.file) : this.content(body)];
  }

  #part({ name, content, filename, contentType, headers, lines, isPlain }: PlanPart): string {
    // Guzzle neither escapes names, nor keeps folders in a filename, nor sends an empty one.
    const isUsual = isPlain && filename !== '' && !(typeof filename === 'string' && filename.includes('/'));
    const isStream = content.kind === 'file' && filename !== undefined;
    const contents = isStream ? this.#open(content.file) : this.content(content);
    const entries = [`'name' => ${this.text(name)}`, `'contents' => ${contents}`];
    if (filename !== undefined && filename !== '') entries.push(`'filename' => ${this.text(filename)}`);
    const typed = contentType === undefined ? headers : [['Content-Type', contentType] as const, ...headers];
    const all = this.entries(isUsual ? typed : lines);
    if (all.length > 0) entries.push(`'headers' => [${all.join(', ')}]`);
    return this.array(entries, ITEM);
  }

  /** Returns a file as a stream, which throws if it cannot be opened. */
  #open(file: PlanFile): string {
    this.#uses.add('GuzzleHttp\\Psr7\\Utils');
    return `Utils::tryFopen(${file.kind === 'stdin' ? "'php://stdin'" : this.text(file.path)}, 'rb')`;
  }

  protected override read(file: PlanFile): string {
    if (this.plan.isMinimal && file.kind === 'path') return `file_get_contents(${this.text(file.path)})`;
    return `stream_get_contents(${this.#open(file)})`;
  }

  #auth(): void {
    const { auth } = this.plan;
    if (auth === undefined || auth.kind === 'bearer') return;
    const items = [this.text(auth.username), this.text(auth.password)];
    if (auth.kind !== 'basic') items.push(`'${auth.kind}'`);
    this.#set('auth', `[${items.join(', ')}]`);
  }

  #connection(): void {
    const { redirects, httpVersion, insecure, proxy, ipVersion, timeout, connectTimeout } = this.plan;
    const max = redirects && (redirects.max ?? (this.plan.isMinimal ? undefined : 50));
    if (this.plan.stopsAtRedirect) this.#set('allow_redirects', 'false');
    else if (max !== undefined) this.#set('allow_redirects', `['max' => ${max < 0 ? 'PHP_INT_MAX' : max}]`);
    if (httpVersion !== undefined) this.#set('version', httpVersion === '2' ? "'2.0'" : "'1.0'");
    if (insecure) this.#set('verify', 'false');
    if (proxy !== undefined)
      this.#set('proxy', proxy.isOpen ? this.encoded(proxy.url) : this.text(proxy.url));
    if (ipVersion !== undefined) this.#set('force_ip_resolve', `'v${ipVersion}'`);
    if (timeout !== undefined) this.#set('timeout', String(timeout / 1000));
    if (connectTimeout !== undefined) this.#set('connect_timeout', String(connectTimeout / 1000));
  }

  #transfer(): void {
    const { output, streams, fails, cert, key, cacert, keepsCookies, ...local } = this.plan.transfer;
    if (cert !== undefined) this.#set('cert', this.text(cert));
    if (key !== undefined) this.#set('ssl_key', this.text(key));
    if (cacert !== undefined && !this.plan.insecure) this.#set('verify', this.text(cacert));
    const curl: string[] = [];
    const setText = (name: string, text: Template | undefined) =>
      text !== undefined && curl.push(`CURLOPT_${name} => ${this.text(text)}`);
    setText('UNIX_SOCKET_PATH', local.unix_socket);
    setText('INTERFACE', local.interface);
    if (local.resolve.length > 0)
      curl.push(`CURLOPT_RESOLVE => [${local.resolve.map((entry) => this.text(entry)).join(', ')}]`);
    // libcurl keeps the cookies of a file itself.
    setText('COOKIEFILE', local.cookie_file);
    if (local.cookie_file === undefined && keepsCookies) {
      this.#uses.add('GuzzleHttp\\Cookie\\CookieJar');
      this.#set('cookies', 'new CookieJar()');
    }
    // A stream is written before Guzzle sees the status.
    if (streams && fails === 'before') curl.push('CURLOPT_FAILONERROR => true');
    if (curl.length > 0) this.#set('curl', this.array(curl, OPTION));
    if (output !== undefined && fails !== 'before') this.#set('sink', this.text(output));
    else if (streams) this.#set('sink', "fopen('php://output', 'wb')");
    if (fails !== 'before' && !this.plan.isMinimal) this.#set('http_errors', 'false');
  }
}
