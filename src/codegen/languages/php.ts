/** PHP: programs for ext-curl, which is libcurl itself. */
import highlighter from 'highlight.js/lib/languages/php';
import type { Client, Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { PlanFile, PlanPart, PlanTransfer, Template } from '../plan/plan.ts';
import { guzzle } from './php/guzzle.ts';
import { PhpProgram, phpNumber } from './php/php-program.ts';

const CAPABILITIES = new Capabilities({
  name: 'ext-curl',
  // It would wait for the body of the response.
  bodiless: ['HEAD'],
  requestTarget: true,
  repeatedHeaders: 'all',
  defaultHeaders: { accept: { by: '' }, host: { by: '' } },
  defaultType: 'removable',
  impliedType: 'application/x-www-form-urlencoded',
  form: { type: true, onlyUniqueNames: true },
  json: { type: false, number: phpNumber, refusedKeys: /^\d+$/ },
  multipart: { ownType: true },
  schemes: { digest: 'own', ntlm: 'own', negotiate: 'own', 'aws-sigv4': 'own', any: 'own' },
  redirects: 'curl-but-uploads',
  proxies: { http: 'own', https: 'own', socks4: 'own', socks4a: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.0': 'option', '1.1': 'option', '2': 'option', '2-prior-knowledge': 'option', '3': 'option' },
  ipVersion: true,
  transfer: ['retry', 'cert', 'key', 'cacert', 'unix_socket', 'interface', 'cookie_file', 'cookie_jar'],
});

const client: Client = { capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() };

export const php: Emitter = {
  title: 'PHP',
  filename: 'request.php',
  run: 'php request.php',
  highlighter,
  libraries: [
    {
      name: 'curl',
      requires: 'PHP 8.1 with the curl extension',
      install: () => null,
      clients: [client],
    },
    {
      name: 'Guzzle',
      requires: 'PHP 8.1 with the curl extension, Guzzle 7.4',
      install: () => 'composer require guzzlehttp/guzzle',
      clients: [guzzle],
    },
  ],
};

const SCHEMES: Readonly<Record<string, string>> = {
  digest: 'CURLAUTH_DIGEST',
  ntlm: 'CURLAUTH_NTLM',
  negotiate: 'CURLAUTH_NEGOTIATE',
  any: 'CURLAUTH_ANY',
};

const VERSIONS = {
  '1.0': 'CURL_HTTP_VERSION_1_0',
  '1.1': 'CURL_HTTP_VERSION_1_1',
  '2': 'CURL_HTTP_VERSION_2_0',
  '2-prior-knowledge': 'CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE',
  // PHP has the name CURL_HTTP_VERSION_3 only since 8.4; the number is libcurl's.
  '3': '30',
} as const;

/** Headers that have an option of their own. */
const HEADER_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['user-agent', 'CURLOPT_USERAGENT'],
  ['referer', 'CURLOPT_REFERER'],
  ['cookie', 'CURLOPT_COOKIE'],
]);

const STATUS = 'curl_getinfo($curl, CURLINFO_RESPONSE_CODE)';

class Program extends PhpProgram {
  /** The entries of curl_setopt_array. */
  readonly #options: (readonly [constant: string, value: string])[] = [];
  /** Statements before the options: files, the body of a form. */
  #setup = '';
  /** Variables of files that are open when the request is sent. */
  readonly #files: string[] = [];
  /** Header lines as the items of an array. */
  #headers = '';

  override toString(): string {
    const variables = this.variables();
    this.#method();
    this.#headerLines();
    const body = this.#body();
    if (body !== undefined) this.#set('CURLOPT_POSTFIELDS', body);
    this.#auth();
    this.#redirects();
    this.#connection();
    if (this.#headers !== '') this.#set('CURLOPT_HTTPHEADER', `[\n${this.#headers}    ]`);
    this.#transfer();
    const { output, streams, retry } = this.plan.transfer;
    const call =
      retry === undefined && (streams || output !== undefined) ? '' : '$response = curl_exec($curl);\n';
    const options = this.#options.map(([constant, value]) => `    ${constant} => ${value},\n`).join('');
    return `<?php

${variables}${this.#setup === '' ? '' : `${this.#setup}\n`}$curl = curl_init(${this.text(this.plan.url)});
curl_setopt_array($curl, [
${options}]);

${retry === undefined ? call : this.#repeated(call, retry)}if (${call === '' ? 'curl_exec($curl)' : '$response'} === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}

${this.#shown()}`;
  }

  /** The loop of a request that is repeated as curl does it; it waits twice as long each time, 10 minutes at most. */
  #repeated(call: string, { count, delay, allErrors, statuses }: NonNullable<PlanTransfer['retry']>): string {
    const codes = '[CURLE_COULDNT_RESOLVE_HOST, CURLE_OPERATION_TIMEDOUT]';
    const isFailed = allErrors ? 'curl_errno($curl) !== 0' : `in_array(curl_errno($curl), ${codes}, true)`;
    const wait = count > 10 ? 'sleep(min(2 ** $attempt, 600))' : 'sleep(2 ** $attempt)';
    const rewound = this.#files.map((file) => `    rewind(${file});\n`).join('');
    const emptied = this.#files.includes('$output') ? '    ftruncate($output, 0);\n' : '';
    return `for ($attempt = 0; ; $attempt++) {
    ${call}    $isTransient = ${isFailed}
        || in_array(${STATUS}, [${statuses}], true);
    if (!$isTransient || $attempt === ${count}) {
        break;
    }
${rewound}${emptied}    ${delay ? `usleep(${delay * 1000})` : wait};
}
`;
  }

  /** The options for handling the response, and for local files and settings. */
  #transfer(): void {
    const { output, showsHeaders, fails, streams, ...local } = this.plan.transfer;
    const files = [
      ['SSLCERT', local.cert],
      ['SSLKEY', local.key],
      ['CAINFO', local.cacert],
      ['UNIX_SOCKET_PATH', local.unixSocket],
      ['INTERFACE', local.localInterface],
      ['COOKIEFILE', local.cookieFile],
      ['COOKIEJAR', local.cookieJar],
    ] as const;
    for (const [name, value] of files)
      if (value !== undefined) this.#set(`CURLOPT_${name}`, this.text(value));
    if (fails === 'before') this.#set('CURLOPT_FAILONERROR', 'true');
    if (showsHeaders && output === undefined) this.#set('CURLOPT_HEADER', 'true');
    if (output !== undefined) this.#set('CURLOPT_FILE', this.#file('$output', output, 'wb'));
    else if (streams)
      this.#set(
        'CURLOPT_WRITEFUNCTION',
        'function ($curl, string $chunk): int {\n        echo $chunk;\n        flush();\n        return strlen($chunk);\n    }',
      );
    else this.#set('CURLOPT_RETURNTRANSFER', 'true');
  }

  #shown(): string {
    const { output, showsHeaders, isHead, fails, streams } = this.plan.transfer;
    const status = fails === 'after' ? '$status' : STATUS;
    const shown = streams || output !== undefined ? '' : ', $response, PHP_EOL';
    // The headers begin with the status.
    const code =
      showsHeaders && shown !== ''
        ? `echo $response${isHead ? '' : ', PHP_EOL'};\n`
        : `echo ${status}, PHP_EOL${shown};\n`;
    return fails === 'after' ? `$status = ${STATUS};\n${code}${this.failure(status)}` : code;
  }

  #set(constant: string, value: string): void {
    this.#options.push([constant, value]);
  }

  #header(expression: string): void {
    this.#headers += `        ${expression},\n`;
  }

  #method(): void {
    const { verb, method, body, isForced, redirects, requestTarget, hasDotSegments } = this.plan;
    const implied = body.kind === 'none' ? 'GET' : 'POST';
    if (verb === 'HEAD') this.#set('CURLOPT_NOBODY', 'true');
    // Set again, the implied method has a meaning only after a redirect.
    else if (verb !== implied || (isForced && implied === 'POST' && redirects !== undefined))
      this.#set('CURLOPT_CUSTOMREQUEST', this.text(method));
    if (hasDotSegments) this.#set('CURLOPT_PATH_AS_IS', 'true');
    if (requestTarget !== undefined) this.#set('CURLOPT_REQUEST_TARGET', this.text(requestTarget));
  }

  #headerLines(): void {
    const { headers, removed, isUntyped, chunked } = this.plan;
    for (const { name, lower, value } of headers) {
      // After a redirect, CURLOPT_COOKIE goes to other hosts, too; the header does not.
      const isOption = lower !== 'cookie' || this.plan.redirects === undefined;
      const option = isOption ? HEADER_OPTIONS.get(lower) : undefined;
      if (option !== undefined && value !== '' && headers.filter((one) => one.lower === lower).length === 1)
        this.#set(option, this.text(value));
      else this.#header(this.text(name, value === '' ? ';' : ': ', value));
    }
    for (const { name } of removed) this.#header(this.text(name, ':'));
    if (isUntyped) this.#header("'Content-Type:'");
    if (chunked) this.#header("'Transfer-Encoding: chunked'");
  }

  #body(): string | undefined {
    const { body } = this.plan;
    switch (body.kind) {
      case 'none':
        return undefined;
      case 'text':
        return this.lines(body.text, '        ');
      case 'json':
        return `json_encode(${this.json(body.value, '    ')})`;
      case 'pairs':
        return `http_build_query(${this.#map(body.pairs.map(([name, value]) => [name, this.text(value)]))})`;
      case 'bytes':
        return `base64_decode('${body.base64}')`;
      case 'file': {
        const content = this.#read(body.file);
        return body.stripNewlines ? `str_replace(["\\r", "\\n", "\\0"], '', ${content})` : content;
      }
      case 'multipart':
        return body.type === undefined && this.#areFields(body.parts)
          ? this.#map(body.parts.map((part) => [part.name, this.#field(part)]))
          : this.#writtenForm(body.parts, body.type ?? 'multipart/form-data');
    }
  }

  /** A variable of an open file. */
  #file(variable: '$file' | '$output', path: Template, mode: 'rb' | 'wb'): string {
    this.#setup += `${variable} = ${this.opened(path, mode)};\n`;
    this.#files.push(variable);
    return variable;
  }

  /** The content of a file; one with a name is opened in a statement before. */
  #read(file: PlanFile): string {
    if (file.kind === 'stdin') return "file_get_contents('php://stdin')";
    this.#setup += `$file = ${this.opened(file.path, 'rb')};\n`;
    return 'stream_get_contents($file)';
  }

  #content(content: PlanPart['content']): string {
    if (content.kind === 'text') return this.text(content.text);
    return content.kind === 'bytes' ? `base64_decode('${content.base64}')` : this.#read(content.file);
  }

  #map(pairs: readonly (readonly [name: Template, value: string])[]): string {
    return `[\n${pairs.map(([name, value]) => `        ${this.text(name)} => ${value},\n`).join('')}    ]`;
  }

  /** Whether ext-curl's array of fields can say the parts. */
  #areFields(parts: readonly PlanPart[]): boolean {
    const names = new Set(parts.map(({ name }) => this.text(name)));
    if (parts.length === 0 || names.size < parts.length || this.plan.formEscape !== undefined) return false;
    return parts.every(
      ({ isPlain, headers, filename, contentType, content }) =>
        isPlain &&
        headers.length === 0 &&
        filename !== '' &&
        contentType !== '' &&
        (filename === undefined) === (contentType === undefined) &&
        !(content.kind === 'file' && content.file.kind === 'stdin'),
    );
  }

  #field({ content, filename, contentType }: PlanPart): string {
    if (filename === undefined || contentType === undefined)
      return content.kind === 'file' && content.file.kind === 'path'
        ? `stream_get_contents(${this.opened(content.file.path, 'rb')})`
        : this.#content(content);
    const [name, type] = [this.text(filename), this.text(contentType)];
    return content.kind === 'file' && content.file.kind === 'path'
      ? `new CURLFile(${this.text(content.file.path)}, ${type}, ${name})`
      : `new CURLStringFile(${this.#content(content)}, ${name}, ${type})`;
  }

  /** The body written out, for parts that the array of fields cannot say. */
  #writtenForm(parts: readonly PlanPart[], type: Template): string {
    this.#setup += `// An array in CURLOPT_POSTFIELDS cannot express these parts.
$boundary = bin2hex(random_bytes(16));\n`;
    let sign = '=';
    for (const { lines, content } of parts) {
      const head = lines.map(
        ([name, value], at) =>
          `    . ${this.text(name, ': ', value, at < lines.length - 1 ? '\r\n' : '\r\n\r\n')}\n`,
      );
      const value = this.#content(content);
      this.#setup += `$body ${sign} "--$boundary\\r\\n"\n${head.join('')}    . ${value} . "\\r\\n";\n`;
      sign = '.=';
    }
    this.#setup += `$body ${sign} "--$boundary--\\r\\n";\n`;
    this.#header(`${this.text('Content-Type: ', type, '; boundary=')} . $boundary`);
    return '$body';
  }

  #auth(): void {
    const { auth } = this.plan;
    if (auth === undefined || auth.kind === 'bearer') return;
    const scheme = SCHEMES[auth.kind];
    if (scheme !== undefined) this.#set('CURLOPT_HTTPAUTH', scheme);
    // A colon in the name of a user would end it.
    this.#set('CURLOPT_USERNAME', this.text(auth.username));
    this.#set('CURLOPT_PASSWORD', this.text(auth.password));
    if (auth.kind === 'aws-sigv4') this.#set('CURLOPT_AWS_SIGV4', this.text(auth.provider ?? 'aws:amz'));
  }

  #redirects(): void {
    const { redirects } = this.plan;
    if (redirects === undefined) return;
    this.#set('CURLOPT_FOLLOWLOCATION', 'true');
    if (redirects.max !== undefined) this.#set('CURLOPT_MAXREDIRS', String(redirects.max));
    if (redirects.keepMethodOn.length > 0)
      this.#set(
        'CURLOPT_POSTREDIR',
        redirects.keepMethodOn.map((status) => `CURL_REDIR_POST_${status}`).join(' | '),
      );
    if (redirects.trusted) this.#set('CURLOPT_UNRESTRICTED_AUTH', 'true');
  }

  #connection(): void {
    const { httpVersion, compressed, insecure, proxy, ipVersion, timeout, connectTimeout } = this.plan;
    if (httpVersion !== undefined) this.#set('CURLOPT_HTTP_VERSION', VERSIONS[httpVersion]);
    if (compressed) this.#set('CURLOPT_ENCODING', "''");
    if (insecure) {
      this.#set('CURLOPT_SSL_VERIFYPEER', 'false');
      this.#set('CURLOPT_SSL_VERIFYHOST', '0');
    }
    if (proxy !== undefined) this.#set('CURLOPT_PROXY', this.text(proxy.url));
    if (ipVersion !== undefined) this.#set('CURLOPT_IPRESOLVE', `CURL_IPRESOLVE_V${ipVersion}`);
    this.#time('CURLOPT_TIMEOUT', timeout);
    this.#time('CURLOPT_CONNECTTIMEOUT', connectTimeout);
  }

  #time(constant: string, milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    if (milliseconds % 1000 === 0) this.#set(constant, String(milliseconds / 1000));
    else this.#set(`${constant}_MS`, String(milliseconds));
  }
}
