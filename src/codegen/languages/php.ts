/** PHP: programs for ext-curl, which is libcurl itself. */
import highlighter from 'highlight.js/lib/languages/php';
import { NO_COOKIES } from '../../request/raw-text.ts';
import type { Emitter } from '../emitter.ts';
import { Capabilities, LIBCURL } from '../plan/capabilities.ts';
import type { PlanFile, PlanPart, PlanRetry, ProgramPlan, Template } from '../plan/plan.ts';
import { BY_FOUR, list } from '../text/layout.ts';
import { joined } from '../text/templates.ts';
import { guzzle } from './php/guzzle.ts';
import { PhpProgram, phpLiteral } from './php/php-program.ts';

const CAPABILITIES = new Capabilities({
  ...LIBCURL,
  name: 'ext-curl',
  follows: false,
  brief: ['follow_redirects', 'max_redirects', 'timeout_ms', 'connect_timeout_ms', 'fail', 'show_headers'],
  // ext-curl would wait for the body of the response.
  bodiless: ['HEAD'],
  query: { space: '+', plain: '', onlyEscaped: true, onlyUniqueNames: true },
  removableHeaders: { accept: '', host: '', expect: '' },
  form: { type: true, onlyUniqueNames: true, onlyEscaped: true },
  json: { type: false, numbers: 'int64', refusedKeys: /^\d+$/ },
  multipart: { ownType: true },
  redirects: 'curl-but-uploads',
  transfer: LIBCURL.transfer.filter((name) => name !== 'config_file'),
});

export const php: Emitter = {
  title: 'PHP',
  filename: 'request.php',
  run: 'php request.php',
  highlighter,
  stop: (sentence) => `<?php\n\nfwrite(STDERR, ${phpLiteral(sentence)} . PHP_EOL);\nexit(1);\n`,
  libraries: [
    {
      name: 'curl',
      requires: 'PHP 8.1 with the curl extension',
      install: () => null,
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() }],
    },
    {
      name: 'Guzzle',
      requires: 'PHP 8.1 with the curl extension, Guzzle 7.4',
      install: () => 'composer require guzzlehttp/guzzle',
      clients: [guzzle],
    },
  ],
};

const STATUS = 'curl_getinfo($curl, CURLINFO_RESPONSE_CODE)';
const VERSIONS = { '1.0': '1_0', '1.1': '1_1', '2': '2_0', '2-prior-knowledge': '2_PRIOR_KNOWLEDGE' };

const OPTION_HEADER = /^(?:user-agent|referer|cookie)$/;

class Program extends PhpProgram {
  readonly #options: string[] = [];
  #setup = '';
  readonly #headers: string[] = [];
  readonly #upload = uploaded(this.plan);

  override toString(): string {
    const variables = this.variables();
    this.#method();
    this.#headerLines();
    const body = this.#body();
    if (body !== undefined) this.#options.push(`CURLOPT_POSTFIELDS => ${body}`);
    this.#auth();
    this.#redirects();
    this.#connection();
    if (this.#headers.length > 0) this.#set('HTTPHEADER', this.array(this.#headers, '    '));
    this.#transfer();
    const { retry, discards, showsStatus, fails } = this.plan.transfer;
    const isShort = this.plan.isMinimal && showsStatus !== 'code';
    const isChecked = !this.plan.isMinimal || (isShort && fails === 'before');
    const call =
      retry === undefined && (this.isWrittenAtOnce || discards) ? '' : '$response = curl_exec($curl);\n';
    const short = call === '' || !isShort ? call || 'curl_exec($curl);\n' : 'echo curl_exec($curl);\n';
    const echo = isChecked && call !== '' ? '\necho $response, PHP_EOL;\n' : '';
    const shown = isShort ? echo : `${isChecked ? '\n' : ''}${this.#shown()}`;
    return `<?php

${variables}${this.#setup === '' ? '' : `${this.#setup}\n`}${this.#query()}$curl = curl_init(${this.plan.query === undefined ? this.text(this.plan.url) : '$url'});
${this.#settings()}
${isChecked ? this.#sent(call) : short}${shown}`;
  }

  #settings(): string {
    const [only = '', ...more] = this.#options;
    if (only === '') return '';
    const all = list('curl_setopt_array($curl, [', this.#options, ']);\n', '', BY_FOUR, 0);
    if (more.length > 0 || all.indexOf('\n') < all.length - 1) return all;
    return `curl_setopt($curl, ${only.replace(' => ', ', ')});\n`;
  }

  #sent(call: string): string {
    const { retry } = this.plan.transfer;
    return `${retry === undefined ? call : this.#repeated(call, retry)}if (${call === '' ? 'curl_exec($curl)' : '$response'} === false) {
    fwrite(STDERR, curl_error($curl) . PHP_EOL);
    exit(1);
}
`;
  }

  #query(): string {
    const { url, query } = this.plan;
    if (query === undefined) return '';
    return `$query = ${this.fields(query.pairs, '')};\n$url = ${this.text(joined(url, '?'))} . http_build_query($query);\n`;
  }

  #repeated(call: string, { count, delay, allErrors, refused, statuses }: PlanRetry): string {
    const connect = refused ? 'CURLE_COULDNT_CONNECT, ' : '';
    const codes = `$transient = [CURLE_COULDNT_RESOLVE_HOST, ${connect}CURLE_OPERATION_TIMEDOUT];\n`;
    const isFailed = allErrors ? 'curl_errno($curl) !== 0' : 'in_array(curl_errno($curl), $transient, true)';
    const wait =
      delay && delay % 1000 ? `usleep(${delay * 1000})` : `sleep(${delay ? delay / 1000 : '2 ** $attempt'})`;
    const isListed = statuses === undefined ? `${STATUS} >= 400` : `in_array(${STATUS}, [${statuses}], true)`;
    const { output, resumed } = this.plan.transfer;
    const whole = output === undefined ? '' : '    ftruncate($file, 0);\n    rewind($file);\n';
    const emptied = resumed === undefined ? whole : '    ftruncate($file, $start);\n';
    return `${allErrors ? '' : codes}for ($attempt = 0; ; $attempt++) {
    ${call}    $isTransient = ${isFailed}
        || ${isListed};
    if (!$isTransient || $attempt === ${count}) {
        break;
    }
${emptied}    ${wait};
}
`;
  }

  #transfer(): void {
    const { output, resumed, showsHeaders, fails, streams, ...local } = this.plan.transfer;
    const { isMinimal } = this.plan;
    this.#setText('SSLCERT', local.cert);
    this.#setText('SSLKEY', local.key);
    this.#setText('CAINFO', local.cacert);
    this.#setText('UNIX_SOCKET_PATH', local.unix_socket);
    this.#setText('INTERFACE', local.interface);
    if (local.resolve.length > 0)
      this.#set('RESOLVE', `[${local.resolve.map((entry) => this.text(entry)).join(', ')}]`);
    this.#setText('COOKIEFILE', local.cookie_file === NO_COOKIES ? '' : local.cookie_file);
    this.#setText('COOKIEJAR', local.cookie_jar);
    if (fails === 'before') this.#set('FAILONERROR', 'true');
    if (showsHeaders && output === undefined) this.#set('HEADER', 'true');
    if (resumed !== undefined) {
      this.#setup += `$file = ${this.opened(resumed, 'ab')};\n$start = fstat($file)['size'];\n`;
      this.#set('FILE', '$file');
      this.#set('RESUME_FROM', '$start');
    } else if (output !== undefined) {
      // A request that fails leaves the output file as it was.
      if (!isMinimal) this.#setup += '$file = tmpfile();\n';
      this.#set('FILE', isMinimal ? this.opened(output, 'wb') : '$file');
    } else if (!streams) this.#set('RETURNTRANSFER', 'true');
  }

  #shown(): string {
    const { output, resumed, showsHeaders, isHead, fails, streams, discards } = this.plan.transfer;
    const status = fails === 'after' ? '$status' : STATUS;
    const shown = this.isWrittenAtOnce || discards ? '' : ', $response, PHP_EOL';
    // The printed headers begin with the status line.
    const code =
      showsHeaders && shown !== ''
        ? `echo $response${isHead ? '' : ', PHP_EOL'};\n`
        : `echo ${streams ? 'PHP_EOL, ' : ''}${status}, PHP_EOL${shown};\n`;
    const saved =
      output === undefined || resumed !== undefined || this.plan.isMinimal
        ? ''
        : `rewind($file);\nfile_put_contents(${this.text(output)}, $file) !== false || exit(1);\n`;
    return fails === 'after' ? `${saved}$status = ${STATUS};\n${code}${this.failure(status)}` : saved + code;
  }

  #set(option: string, value: string): void {
    this.#options.push(`CURLOPT_${option} => ${value}`);
  }

  #setText(option: string, text: Template | undefined): void {
    if (text !== undefined) this.#set(option, this.text(text));
  }

  #method(): void {
    const { verb, method, body, isForced, redirects, requestTarget, hasDotSegments } = this.plan;
    const implied = body.kind === 'none' ? 'GET' : this.#upload === undefined ? 'POST' : 'PUT';
    if (verb === 'HEAD') this.#set('NOBODY', 'true');
    // Set explicitly, the implied method changes only what follows a redirect.
    else if (verb !== implied || (isForced && implied === 'POST' && redirects !== undefined))
      this.#setText('CUSTOMREQUEST', method);
    if (hasDotSegments) this.#set('PATH_AS_IS', 'true');
    this.#setText('REQUEST_TARGET', requestTarget);
  }

  #headerLines(): void {
    const { headers, removed, isUntyped, chunked } = this.plan;
    for (const { name, lower, value } of headers) {
      // After a redirect, CURLOPT_COOKIE is also sent to other hosts; the header is not.
      const isOption = lower !== 'cookie' || this.plan.redirects === undefined;
      const isOnly = headers.filter((header) => header.lower === lower).length === 1;
      if (isOption && OPTION_HEADER.test(lower) && value !== '' && isOnly)
        this.#setText(lower.replace('-', '').toUpperCase(), value);
      else if (lower === 'range' && isOnly && typeof value === 'string' && /^bytes=./.test(value))
        this.#setText('RANGE', value.slice('bytes='.length));
      else this.#headers.push(this.text(name, value === '' ? ';' : ': ', value));
    }
    for (const { name } of removed) this.#headers.push(this.text(name, ':'));
    if (isUntyped && this.#upload === undefined) this.#headers.push("'Content-Type:'");
    if (chunked) this.#headers.push("'Transfer-Encoding: chunked'");
  }

  #body(): string | undefined {
    const { body } = this.plan;
    if (this.#upload !== undefined) {
      this.#set('UPLOAD', 'true');
      this.#set('INFILE', this.opened(this.#upload, 'rb'));
      this.#set('INFILESIZE', `filesize(${this.text(this.#upload)})`);
      return undefined;
    }
    if (body.kind === 'none') return undefined;
    if (body.kind === 'text') return this.lines(body.text, '        ');
    if (body.kind === 'json') return `json_encode(${this.json(body.value, '    ')})`;
    if (body.kind === 'pairs') return `http_build_query(${this.fields(body.pairs, '    ')})`;
    if (body.kind === 'bytes' || body.kind === 'file') return this.content(body);
    return this.#form(body.parts, body.type);
  }

  protected override read(file: PlanFile): string {
    if (file.kind === 'stdin') return "file_get_contents('php://stdin')";
    const path = this.text(file.path);
    const otherwise = `throw new RuntimeException(${this.text('Cannot read ', file.path)})`;
    if (!this.plan.isMinimal) this.#setup += `is_readable(${path}) || ${otherwise};\n`;
    return `file_get_contents(${path})`;
  }

  /** Returns the array of ext-curl's fields, or the encoded body if a part does not fit the array. */
  #form(parts: readonly PlanPart[], type: Template | undefined): string {
    const names = new Set(parts.map(({ name }) => this.text(name)));
    const hasNames = parts.length > 0 && names.size === parts.length;
    if (!hasNames || type !== undefined || this.plan.formEscape !== undefined || !parts.every(isField))
      return this.#writtenForm(parts, type ?? 'multipart/form-data');
    const fields = parts.map((part) => `${this.text(part.name)} => ${this.#field(part)}`);
    return this.array(fields, '    ');
  }

  #field({ content, filename, contentType }: PlanPart): string {
    if (filename === undefined || contentType === undefined) return this.content(content);
    const path = content.kind === 'file' && content.file.kind === 'path' ? content.file.path : undefined;
    const [name, type] = [this.text(filename), this.text(contentType)];
    return path === undefined
      ? `new CURLStringFile(${this.content(content)}, ${name}, ${type})`
      : `new CURLFile(${this.text(path)}, ${type}${path === filename ? '' : `, ${name}`})`;
  }

  #writtenForm(parts: readonly PlanPart[], type: Template): string {
    this.#setup += `// An array in CURLOPT_POSTFIELDS cannot express these parts.
$boundary = bin2hex(random_bytes(16));\n`;
    let sign = '=';
    for (const { lines, content } of parts) {
      const end = (at: number) => (at < lines.length - 1 ? '\r\n' : '\r\n\r\n');
      const head = lines.map(([name, value], at) => `    . ${this.text(name, ': ', value, end(at))}\n`);
      const value = this.content(content);
      this.#setup += `$body ${sign} "--$boundary\\r\\n"\n${head.join('')}    . ${value} . "\\r\\n";\n`;
      sign = '.=';
    }
    this.#setup += `$body ${sign} "--$boundary--\\r\\n";\n`;
    this.#headers.push(`${this.text('Content-Type: ', type, '; boundary=')} . $boundary`);
    return '$body';
  }

  #auth(): void {
    const { auth } = this.plan;
    if (auth === undefined || auth.kind === 'bearer') return;
    if (auth.kind === 'aws-sigv4') this.#setText('AWS_SIGV4', auth.provider ?? 'aws:amz');
    else if (auth.kind !== 'basic') this.#set('HTTPAUTH', `CURLAUTH_${auth.kind.toUpperCase()}`);
    // CURLOPT_USERPWD would split a user name at a colon.
    if (typeof auth.username === 'string' && !auth.username.includes(':')) {
      this.#set('USERPWD', this.text(auth.username, ':', auth.password));
      return;
    }
    this.#setText('USERNAME', auth.username);
    this.#setText('PASSWORD', auth.password);
  }

  #redirects(): void {
    const { redirects } = this.plan;
    if (redirects === undefined) return;
    this.#set('FOLLOWLOCATION', 'true');
    if (redirects.max !== undefined) this.#set('MAXREDIRS', String(redirects.max));
    const kept = redirects.keepMethodOn.map((status) => `CURL_REDIR_POST_${status}`);
    if (kept.length > 0) this.#set('POSTREDIR', kept.join(' | '));
    if (redirects.trusted) this.#set('UNRESTRICTED_AUTH', 'true');
  }

  #connection(): void {
    const { httpVersion, compressed, insecure, proxy, ipVersion, timeout, connectTimeout } = this.plan;
    // PHP has CURL_HTTP_VERSION_3 only since 8.4; 30 is libcurl's number for it.
    const version = (name: keyof typeof VERSIONS) => `CURL_HTTP_VERSION_${VERSIONS[name]}`;
    if (httpVersion !== undefined)
      this.#set('HTTP_VERSION', httpVersion === '3' ? '30' : version(httpVersion));
    if (compressed) this.#set('ENCODING', "''");
    if (insecure) {
      this.#set('SSL_VERIFYPEER', 'false');
      this.#set('SSL_VERIFYHOST', '0');
    }
    this.#setText('PROXY', proxy?.isOpen === true ? proxy.server : proxy?.url);
    if (proxy?.isOpen === true)
      this.#set('PROXYUSERPWD', this.text(proxy.username ?? '', ':', proxy.password ?? ''));
    if (ipVersion !== undefined) this.#set('IPRESOLVE', `CURL_IPRESOLVE_V${ipVersion}`);
    this.#time('TIMEOUT', timeout);
    this.#time('CONNECTTIMEOUT', connectTimeout);
  }

  #time(constant: string, milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    if (milliseconds % 1000 === 0) this.#set(constant, String(milliseconds / 1000));
    else this.#set(`${constant}_MS`, String(milliseconds));
  }
}

/** Returns the path of a file to upload as a stream; undefined where it may be sent again, as ext-curl cannot rewind it. */
function uploaded({ isUpload, body, chunked, redirects, auth, transfer }: ProgramPlan): Template | undefined {
  const isSentOnce = (redirects ?? transfer.retry) === undefined && (auth?.kind ?? 'basic') === 'basic';
  const isFile = isUpload && !chunked && body.kind === 'file' && body.file.kind === 'path';
  return isSentOnce && isFile ? body.file.path : undefined;
}

function isField({ isPlain, headers, filename, contentType, content }: PlanPart): boolean {
  if (!isPlain || headers.length > 0 || filename === '' || contentType === '') return false;
  const isStdin = content.kind === 'file' && content.file.kind === 'stdin';
  return (filename === undefined) === (contentType === undefined) && !isStdin;
}
