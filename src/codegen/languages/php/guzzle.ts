/** PHP programs with Guzzle. */
import type { Client } from '../../emitter.ts';
import { Capabilities } from '../../plan/capabilities.ts';
import type { PlanFile, PlanPart, Template } from '../../plan/plan.ts';
import { dedented, importLines, indented } from '../../text/layout.ts';
import { ownText } from '../../text/templates.ts';
import { PhpProgram } from './php-program.ts';

const CAPABILITIES = new Capabilities({
  name: 'Guzzle',
  throws: true,
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
  transfer: ['retry', 'cert', 'key', 'cacert', 'unix_socket', 'interface', 'cookie_file'],
});

export const guzzle: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

/** Indentation of the options of the call, and of their contents. */
const OPTION = '        ';
const ITEM = '            ';

const HEADERS = `foreach ($response->getHeaders() as $name => $values) {
    foreach ($values as $value) {
        echo $name, ': ', $value, PHP_EOL;
    }
}
`;

/** Throws on an error status before the body is written. */
const REFUSAL = `if ($response->getStatusCode() >= 400) {
    throw new RuntimeException('Request failed: ' . $response->getStatusCode());
}
`;

class Program extends PhpProgram {
  readonly #options: string[] = [];
  readonly #uses = new Set(['GuzzleHttp\\Client', 'GuzzleHttp\\Exception\\GuzzleException']);

  override toString(): string {
    const { method, url } = this.plan;
    const variables = this.variables();
    const { query } = this.plan;
    if (query !== undefined) {
      const array = this.array(this.entries(query.pairs), OPTION);
      // Of an array, Guzzle writes a space as %20.
      const hasSpace = query.pairs.flat().some((text) => ownText(text).includes(' '));
      this.#set('query', hasSpace ? `http_build_query(${array})` : array);
    }
    this.#headers();
    const body = this.#body();
    if (body !== undefined) this.#options.push(`${this.bodyComment(OPTION)}'${body[0]}' => ${body[1]}`);
    this.#auth();
    this.#connection();
    this.#transfer();
    const options = this.#options.length === 0 ? '' : `, ${this.array(this.#options, '    ')}`;
    const client = this.#client();
    const sent = `    $response = $client->request(${this.text(method)}, ${this.text(url)}${options});\n`;
    const handled = `try {
${sent}} catch (GuzzleException $error) {
    ${this.#report}
    exit(1);
}

`;
    const { isMinimal } = this.plan;
    if (isMinimal) this.#uses.delete('GuzzleHttp\\Exception\\GuzzleException');
    return `<?php

require __DIR__ . '/vendor/autoload.php';

${importLines(this.#uses, 'use ', ';\n')}
${variables}${client}
${isMinimal ? dedented(sent, '    ') : handled}${this.#shown()}`;
  }

  get #report(): string {
    if (this.#refuses) return 'fwrite(STDERR, ($error->getPrevious() ?? $error)->getMessage() . PHP_EOL);';
    if (this.plan.transfer.fails !== 'before') return 'fwrite(STDERR, $error->getMessage() . PHP_EOL);';
    return `// The other lines are the start of the body, which curl -f leaves out.
    fwrite(STDERR, strtok($error->getMessage(), "\\n") . PHP_EOL);`;
  }

  /** Returns the client; its retries wait as curl does: 1 s, then twice as long each time. */
  #client(): string {
    const { retry } = this.plan.transfer;
    if (retry === undefined) return '$client = new Client();';
    this.#uses.add('GuzzleHttp\\HandlerStack').add('GuzzleHttp\\Middleware');
    this.#uses.add('Psr\\Http\\Message\\RequestInterface').add('Psr\\Http\\Message\\ResponseInterface');
    if (!retry.allErrors) this.#uses.add('GuzzleHttp\\Exception\\ConnectException');
    const status = this.#refuses ? '$error?->getCode()' : '$response?->getStatusCode()';
    const wait = retry.delay ? `    fn (int $retries): int => ${retry.delay},\n` : '';
    return `$stack = HandlerStack::create();
$stack->push(Middleware::retry(
    fn (int $retries, RequestInterface $request, ?ResponseInterface $response, ?Throwable $error): bool =>
        $retries < ${retry.count} && (
            ${retry.allErrors ? '$error !== null' : '$error instanceof ConnectException'}
            || ${retry.statuses === undefined ? `${status} >= 400` : `in_array(${status}, [${retry.statuses}], true)`}
        ),
${wait}));
$client = new Client(['handler' => $stack]);`;
  }

  /** Whether the program checks the status before the body is written; programs that answer challenges do it elsewhere. */
  get #refuses(): boolean {
    const { transfer, auth } = this.plan;
    return transfer.fails === 'before' && this.isWrittenAtOnce && (auth?.kind ?? 'basic') === 'basic';
  }

  get #head(): string {
    const status = "echo $response->getStatusCode(), ' ', $response->getReasonPhrase(), PHP_EOL;\n";
    if (this.plan.transfer.showsHeaders) return status + HEADERS;
    return this.plan.transfer.showsStatus ? status : '';
  }

  #shown(): string {
    const { showsHeaders, isHead, fails, streams } = this.plan.transfer;
    let shown = streams ? 'echo PHP_EOL;\n' : this.#head;
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
    if (body.kind === 'pairs') return ['form_params', this.array(this.entries(body.pairs), OPTION)];
    if (body.kind === 'multipart')
      return [
        'multipart',
        this.array(
          body.parts.map((part) => this.#part(part)),
          OPTION,
        ),
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
    if (this.plan.stopsAtRedirect) this.#set('allow_redirects', 'false');
    else if (redirects?.max !== undefined)
      this.#set('allow_redirects', `['max' => ${redirects.max < 0 ? 'PHP_INT_MAX' : redirects.max}]`);
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
    // libcurl keeps the cookies of a file itself.
    setText('COOKIEFILE', local.cookie_file);
    if (local.cookie_file === undefined && keepsCookies) {
      this.#uses.add('GuzzleHttp\\Cookie\\CookieJar');
      this.#set('cookies', 'new CookieJar()');
    }
    if (curl.length > 0) this.#set('curl', this.array(curl, OPTION));
    if (output !== undefined) this.#set('sink', this.text(output));
    else if (streams) this.#set('sink', "fopen('php://output', 'wb')");
    if (fails !== 'before' && !this.plan.isMinimal) this.#set('http_errors', 'false');
    const statements = indented((this.#refuses ? REFUSAL : '') + (streams ? this.#head : ''), ITEM);
    if (statements === '') return;
    this.#uses.add('Psr\\Http\\Message\\ResponseInterface');
    this.#set('on_headers', `function (ResponseInterface $response): void {\n${statements}${OPTION}}`);
  }
}
