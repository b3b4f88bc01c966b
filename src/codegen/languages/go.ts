/** Go: programs for net/http. */
import highlighter from 'highlight.js/lib/languages/go';
import type { Emitter } from '../emitter.ts';
import { FORM_TYPE } from '../plan/body.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../plan/plan.ts';
import { camelCase, Identifiers, words } from '../text/identifiers.ts';
import { jsonText } from '../text/json.ts';
import { importLines } from '../text/layout.ts';
import { C_ESCAPES, DOUBTFUL, escaper, hex, isPlain, isPrintableLines } from '../text/literals.ts';
import { joined, ownText } from '../text/templates.ts';

type Field = readonly [name: string, value: string];

const CAPABILITIES = new Capabilities({
  name: 'net/http',
  barePercent: false,
  query: { space: '+', plain: '~', onlyEscaped: true, sorts: true },
  encodes: { space: '+', plain: '~' },
  repeatedHeaders: 'but-user-agent',
  neverEmpty: ['user-agent', 'accept-encoding'],
  host: 'field',
  confusesHosts: true,
  removableHeaders: {
    'user-agent': 'req.Header.Set("User-Agent", "")',
    'accept-encoding': 'transport.DisableCompression = true',
  },
  form: { type: false },
  multipart: { ownType: true },
  schemes: { digest: { package: 'github.com/icholy/digest' } },
  redirects: {
    limit: true,
    toGet: { 301: 'others', 302: 'others', 303: 'others' },
    keepsBody: false,
    dropsElsewhere: ['authorization', 'cookie'],
    addsReferer: 'unless-given',
  },
  proxies: { http: 'own', https: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.1': 'option', '2': 'default', '2-prior-knowledge': 'option' },
  ipVersion: true,
  keepsCookies: 'option',
  brief: ['timeout_ms', 'fail', 'show_headers'],
  transfer: ['retry', 'resolve', 'cert', 'key', 'cacert', 'unix_socket'],
});

export const go: Emitter = {
  title: 'Go',
  filename: 'main.go',
  run: 'go run main.go',
  highlighter,
  stop: (sentence) => `package main\n\nimport "log"\n\nfunc main() {\n\tlog.Fatal(${literal(sentence)})\n}\n`,
  libraries: [
    {
      name: 'net/http',
      requires: 'Go 1.24',
      install: (packages) =>
        packages.length === 0 ? null : `go mod init request && go get ${packages.join(' ')}`,
      clients: [{ capabilities: CAPABILITIES, emit: (plan) => new Program(plan).toString() }],
    },
  ],
};

/** Keywords, predeclared names, and names of packages and of the programs. */
const TAKEN = words(
  'any append bool break byte case cap chan clear close comparable complex const continue copy default defer delete else error fallthrough false float for func go goto if imag import int interface iota len make map max min new nil package panic print println range real recover return rune select string struct switch true type uint var attempt base64 bytes cmp context cookiejar ctx digest endpoint errors filepath flags fmt info io log network address main multipart mustGetenv net http ok os strings textproto time tls url x509 body cert client content err file form jar out part pem proxyURL query req resp roots slices strconv syscall transport text start cookies',
);

/** Initialisms that Go writes in one case (staticcheck's list). */
const INITIALISM =
  /^(?:ACL|API|ASCII|CPU|CSS|DNS|EOF|GUID|HTML|HTTPS?|ID|IP|JSON|QPS|RAM|RPC|SLA|SMTP|SQL|SSH|TCP|TLS|TTL|UDP|UI|URI|URL|UTF8|UUID|VM|XML)$/i;

/** `ANTHROPIC_API_KEY` → `anthropicAPIKey` */
function goCase(words: readonly string[]): string {
  const [first = '', ...others] = words;
  const written = others.map((word) => (INITIALISM.test(word) ? word.toUpperCase() : camelCase(['', word])));
  return [camelCase([first]), ...written].join('');
}

const FILE_TYPE = 'application/octet-stream';
const QUERY: PlanVariable = { name: 'query.Encode()', fallback: undefined, written: '' };

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  readonly #imports = new Set(['net/http']);
  readonly #fatal: string;
  readonly #declared = new Set<string>();
  /** The body of main, indented, and what follows main. */
  #code = '';
  readonly #functions: string = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    const required = plan.variables.filter(({ fallback }) => fallback === undefined);
    const read = plan.isMinimal ? 'os.Getenv' : required.length > 1 ? 'mustGetenv' : undefined;
    if (read === 'mustGetenv') this.#functions = MUST_GETENV.replace('LOG', this.#use('log'));
    const inline = read === undefined ? undefined : (name: string) => `${read}(${literal(name)})`;
    const encoded = (value: Template) => `${this.#use('net/url')}.QueryEscape(${this.#text(value)})`;
    this.#names = new Identifiers(plan.variables, goCase, TAKEN, inline, encoded);
    this.#fatal = plan.isMinimal ? 'panic(err)' : `${this.#use('log')}.Fatal(err)`;
  }

  toString(): string {
    const { variables, packages } = this.#plan;
    const { declared } = this.#names;
    for (const variable of declared) this.#environment(variable);
    if (declared.length > 0) this.#code += '\n';
    if (variables.length > 0) this.#use('os');
    this.#response(this.#sender());
    const others = packages.map((name) => `\n\t"${name}"\n`).join('');
    return `package main

import (
${importLines(this.#imports, '\t"', '"\n')}${others})

func main() {
${this.#code}}
${this.#functions}`;
  }

  #response(call: string): void {
    const { output, resumed, showsStatus, showsHeaders, isHead, fails, streams, retry } = this.#plan.transfer;
    const reads = output === undefined && !streams && !isHead;
    if (retry === undefined) this.#checked('resp', call);
    else this.#retries(call, retry);
    this.#line('defer resp.Body.Close()');
    if (fails === 'before')
      this.#line(branch('resp.StatusCode >= 400', this.#fatal.replace('err', 'resp.Status')));
    this.#code += '\n';
    if (reads) this.#checked('text', `${this.#use('io')}.ReadAll(resp.Body)`);
    if (showsStatus)
      this.#line(`${this.#use('fmt')}.Println(resp.Status${showsStatus === 'code' ? 'Code' : ''})`);
    if (showsHeaders) this.#tried(`err := resp.Header.Write(${this.#use('os')}.Stdout)`);
    if (showsHeaders && !isHead) this.#line(`${this.#use('fmt')}.Println()`);
    if (output !== undefined) {
      if (resumed !== undefined) {
        this.#line(`flags := ${this.#use('os')}.O_CREATE | os.O_WRONLY | os.O_TRUNC`);
        const rest = 'flags = os.O_CREATE | os.O_WRONLY | os.O_APPEND';
        this.#line(branch('resp.StatusCode == http.StatusPartialContent', rest));
      }
      const created = `Create(${this.#sum(output)})`;
      const opened = resumed === undefined ? created : `OpenFile(${this.#text(resumed)}, flags, 0o644)`;
      this.#checked('out', `${this.#use('os')}.${opened}`);
      this.#line(branch(`_, err := ${this.#use('io')}.Copy(out, resp.Body); err != nil`, this.#fatal));
      this.#tried('err := out.Close()');
    }
    if (streams) this.#tried(`_, err := ${this.#use('io')}.Copy(${this.#use('os')}.Stdout, resp.Body)`);
    if (reads) this.#line(`${this.#use('fmt')}.Println(string(text))`);
    if (fails === 'after') this.#line(branch('resp.StatusCode >= 400', `${this.#use('os')}.Exit(1)`));
  }

  #retries(
    call: string,
    { count, delay, allErrors, refused, catches, statuses }: NonNullable<ProgramPlan['transfer']['retry']>,
  ): void {
    const again = branch('req.Body, err = req.GetBody(); err != nil', this.#fatal, '\t\t');
    const failed: string[] = [];
    if (allErrors) failed.push('err != nil');
    else if (catches) failed.push(`${this.#use('os')}.IsTimeout(err)`);
    if (refused && !allErrors)
      failed.push(`${this.#use('errors')}.Is(err, ${this.#use('syscall')}.ECONNREFUSED)`);
    const isListed =
      statuses === undefined
        ? 'resp.StatusCode >= 400'
        : `${this.#use('slices')}.Contains([]int{${statuses}}, resp.StatusCode)`;
    failed.push(allErrors ? isListed : `err == nil && ${isListed}`);
    const isTransient = failed.join(refused ? ' ||\n\t\t\t' : ' || ');
    const sleep = `${this.#use('time')}.Sleep`;
    this.#line(`var resp *http.Response
	for attempt := 0; ; attempt++ {
${this.#plan.body.kind === 'none' ? '' : `\t\t${again}\n`}\t\tresp, err = ${call}
		isTransient := ${isTransient}
		${branch(`!isTransient || attempt == ${count}`, 'break', '\t\t')}
		${branch('err == nil', 'resp.Body.Close()', '\t\t')}
		${sleep}(${delay === undefined ? 'time.Second << attempt' : this.#duration(delay)})
	}`);
    this.#line(branch('err != nil', this.#fatal));
  }

  /** Writes the statements before the call that sends the request; returns the call. */
  #sender(): string {
    const { method, headers, body, cookies, query } = this.#plan;
    const { resumed } = this.#plan.transfer;
    if (resumed !== undefined) {
      this.#line('start := "0"');
      const size = `start = ${this.#use('strconv')}.FormatInt(info.Size(), 10)`;
      this.#line(branch(`info, err := ${this.#use('os')}.Stat(${this.#text(resumed)}); err == nil`, size));
    }
    if (query !== undefined) this.#line(`query := ${this.#values(query)}`);
    const url = query === undefined ? this.#plan.url : joined(this.#plan.url, '?', [QUERY]);
    const short = this.#shortCall();
    const isOnly = short === 'Get' || short === 'Head';
    // gofmt writes blanks around the operators of an only argument.
    let target = isOnly ? this.#sum(url) : this.#text(url);
    if (target.length > (isOnly ? 88 : 72)) {
      this.#line(`endpoint := ${this.#sum(url)}`);
      target = 'endpoint';
    }
    const reader = this.#body();
    if (cookies !== undefined) {
      const isOwn = `len(fields) == 7 && strings.HasSuffix(${literal(cookies.domain)}, domain)`;
      this.#line(`saved, _ := ${this.#use('os')}.ReadFile(${this.#sum(cookies.file)}) // none without a file
	var pairs []string
	for line := range ${this.#use('strings')}.Lines(string(saved)) {
		fields := strings.Split(strings.TrimRight(line, "\\r\\n"), "\\t")
		domain := "." + strings.TrimPrefix(strings.TrimPrefix(fields[0], "#HttpOnly_"), ".")
		${branch(isOwn, 'pairs = append(pairs, fields[5]+"="+fields[6])', '\t\t')}
	}
	cookies := strings.Join(pairs, "; ")\n`);
    }
    if (short === undefined) {
      this.#checked('req', `http.NewRequest(${this.#text(method)}, ${target}, ${reader})`);
      this.#request();
    } else if (body.kind !== 'none') this.#code += '\n';
    const client = this.#client();
    if (short === undefined) return `${client ?? 'http.DefaultClient'}.Do(req)`;
    const type = headers[0] === undefined ? this.#formType() : this.#text(headers[0].value);
    const args = { Get: [], Head: [], PostForm: ['form'], Post: [type, reader] }[short];
    return `${client ?? 'http'}.${short}(${[target, ...args].join(', ')})`;
  }

  /** Returns the function that sends a request with nothing but its body and the type of that. */
  #shortCall(): 'Get' | 'Head' | 'Post' | 'PostForm' | undefined {
    const { verb, host, headers, removed, auth, body, chunked, transfer } = this.#plan;
    const isOwn = removed.some(({ by }) => by.startsWith('req.')) || (auth?.kind ?? 'digest') !== 'digest';
    if (isOwn || chunked || host !== undefined || transfer.retry !== undefined) return undefined;
    const [type, ...others] = headers;
    if (body.kind === 'none' && type === undefined && (verb === 'GET' || verb === 'HEAD'))
      return verb === 'GET' ? 'Get' : 'Head';
    if (verb !== 'POST' || others.length > 0 || body.kind === 'none') return undefined;
    if (body.kind === 'multipart') return type === undefined ? 'Post' : undefined;
    const isForm = body.kind === 'pairs' && type?.value === FORM_TYPE;
    return type?.lower !== 'content-type' ? undefined : isForm ? 'PostForm' : 'Post';
  }

  #formType(): string {
    const { body } = this.#plan;
    if (body.kind !== 'multipart' || body.type === undefined) return 'form.FormDataContentType()';
    return `${this.#text(body.type)}+"; boundary="+form.Boundary()`;
  }

  #request(): void {
    const { host, headers, removed, auth, body, chunked } = this.#plan;
    if (host !== undefined) this.#line(`req.Host = ${this.#sum(host)}`);
    const set = new Set<string>();
    for (const { name, lower, value } of headers) {
      this.#line(`req.Header.${set.has(lower) ? 'Add' : 'Set'}(${this.#text(name)}, ${this.#text(value)})`);
      set.add(lower);
    }
    for (const { by } of removed) if (by.startsWith('req.')) this.#line(by);
    if (auth?.kind === 'basic')
      this.#line(`req.SetBasicAuth(${this.#text(auth.username)}, ${this.#text(auth.password)})`);
    if (body.kind === 'multipart') this.#line(`req.Header.Set("Content-Type", ${this.#formType()})`);
    if (chunked) this.#line('req.ContentLength = -1');
    this.#code += '\n';
  }

  #body(): string {
    const { body } = this.#plan;
    if (body.kind === 'text' || body.kind === 'json') {
      const text = body.kind === 'json' ? jsonText(body.value) : body.text;
      this.#line(`body := ${this.#use('strings')}.NewReader(${this.#sum(text)})`);
      return 'body';
    }
    if (body.kind === 'pairs') {
      this.#line(`form := ${this.#values(body)}`);
      return this.#shortCall() === 'PostForm' ? '' : `${this.#use('strings')}.NewReader(form.Encode())`;
    }
    if (body.kind === 'bytes') {
      this.#decoded(body.base64);
      return `${this.#use('bytes')}.NewReader(content)`;
    }
    if (body.kind === 'file') {
      this.#read(body.file);
      if (!body.stripNewlines) return `${this.#use('bytes')}.NewReader(content)`;
      this.#line('// Like curl -d @file, without NUL bytes and line ends.');
      this.#line(`lines := ${this.#use('strings')}.NewReplacer("\\r", "", "\\n", "", "\\x00", "")`);
      return 'strings.NewReader(lines.Replace(string(content)))';
    }
    if (body.kind === 'multipart') {
      this.#form(body.parts);
      return '&body';
    }
    return 'nil';
  }

  #values({ pairs }: PlanPairs): string {
    const values = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      const key = this.#sum(name);
      values.set(key, [...(values.get(key) ?? []), this.#text(value)]);
    }
    const fields = [...values].map(([key, all]): Field => [key, `{${all.join(', ')}}`]);
    const flat = fields.map((field) => field.join(': ')).join(', ');
    const isShort = flat.length <= 60 && !flat.includes('\n');
    return `${this.#use('net/url')}.Values{${isShort ? flat : `\n${aligned(fields)}\t`}}`;
  }

  #form(parts: readonly PlanPart[]): void {
    this.#line(`var body ${this.#use('bytes')}.Buffer`);
    this.#line(`form := ${this.#use('mime/multipart')}.NewWriter(&body)`);
    for (const { name, content, lines, isPlain, headers, filename, contentType } of parts) {
      if (isPlain && lines.length === 1 && filename === undefined && content.kind === 'text') {
        this.#tried(`err := form.WriteField(${this.#text(name)}, ${this.#text(content.text)})`);
        continue;
      }
      const source = content.kind === 'file' ? this.#opened(content.file) : 'content';
      if (isPlain && headers.length === 0 && filename !== undefined && contentType === FILE_TYPE)
        this.#checked('part', `form.CreateFormFile(${this.#text(name)}, ${this.#text(filename)})`);
      else {
        const fields = lines.map(([key, value]): Field => [this.#text(key), `{${this.#sum(value)}}`]);
        const header = `${this.#use('net/textproto')}.MIMEHeader{\n${aligned(fields)}\t}`;
        this.#checked('part', `form.CreatePart(${header})`);
      }
      if (content.kind === 'bytes') this.#decoded(content.base64);
      if (content.kind === 'file') this.#tried(`_, err := ${this.#use('io')}.Copy(part, ${source})`);
      else if (content.kind === 'bytes') this.#tried('_, err := part.Write(content)');
      else this.#tried(`_, err := ${this.#use('io')}.WriteString(part, ${this.#text(content.text)})`);
    }
    this.#tried('err := form.Close()');
  }

  #opened(file: PlanFile): string {
    if (file.kind === 'stdin') return `${this.#use('os')}.Stdin`;
    this.#checked('file', `${this.#use('os')}.Open(${this.#sum(file.path)})`);
    this.#line('defer file.Close()');
    return 'file';
  }

  #read(file: PlanFile): void {
    const os = this.#use('os');
    if (file.kind === 'stdin') this.#checked('content', `${this.#use('io')}.ReadAll(${os}.Stdin)`);
    else this.#checked('content', `${os}.ReadFile(${this.#sum(file.path)})`);
  }

  #decoded(base64: string): void {
    this.#checked('content', `${this.#use('encoding/base64')}.StdEncoding.DecodeString("${base64}")`);
  }

  #client(): string | undefined {
    const { timeout, auth } = this.#plan;
    const hasTransport = this.#transport();
    const fields: Field[] = [];
    if (timeout !== undefined) fields.push(['Timeout', this.#duration(timeout)]);
    if (auth?.kind === 'digest') {
      const credentials = `Username: ${this.#sum(auth.username)}, Password: ${this.#sum(auth.password)}`;
      const inner = hasTransport ? ', Transport: transport' : '';
      fields.push(['Transport', `&digest.Transport{${credentials}${inner}}`]);
    } else if (hasTransport) fields.push(['Transport', 'transport']);
    if (this.#plan.transfer.keepsCookies) {
      this.#checked('jar', `${this.#use('net/http/cookiejar')}.New(nil)`);
      fields.push(['Jar', 'jar']);
    }
    const check = this.#redirectCheck();
    if (check !== undefined) fields.push(['CheckRedirect', check]);
    const [only] = fields;
    if (only === undefined) return undefined;
    const isShort = fields.length === 1 && only[1].length < 60;
    this.#line(`client := &http.Client{${isShort ? only.join(': ') : `\n${aligned(fields)}\t`}}`);
    return 'client';
  }

  /** Returns the function that decides whether to follow a redirect; undefined for the library's own. */
  #redirectCheck(): string | undefined {
    const { redirects } = this.#plan;
    if (this.#plan.stopsAtRedirect)
      return 'func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }';
    if (redirects === undefined) return undefined;
    const { max = 50, addsReferer } = redirects;
    if (redirects.max === undefined && !addsReferer) return undefined;
    const lines =
      max < 0
        ? []
        : [branch(`len(via) > ${max}`, `return ${this.#use('errors')}.New("too many redirects")`, '\t\t\t')];
    if (addsReferer) lines.push('req.Header.Del("Referer")');
    const parameters = `${addsReferer ? 'req' : '_'} *http.Request, ${max < 0 ? '_' : 'via'} []*http.Request`;
    return `func(${parameters}) error {\n\t\t\t${[...lines, 'return nil'].join('\n\t\t\t')}\n\t\t}`;
  }

  #transport(): boolean {
    const { connectTimeout, proxy, httpVersion, ipVersion, removed, transfer } = this.#plan;
    const { unix_socket: unixSocket, address } = transfer;
    const settings: string[] = [];
    const tls = this.#tls();
    if (tls !== '') settings.push(`transport.TLSClientConfig = &${this.#use('crypto/tls')}.Config{${tls}}`);
    if (proxy !== undefined) {
      const { isOpen, server, username = '', password = '' } = proxy;
      this.#checked('proxyURL', `${this.#use('net/url')}.Parse(${this.#sum(isOpen ? server : proxy.url)})`);
      if (isOpen)
        this.#line(`proxyURL.User = url.UserPassword(${this.#text(username)}, ${this.#text(password)})`);
      settings.push('transport.Proxy = http.ProxyURL(proxyURL)');
    }
    if ([unixSocket, connectTimeout, ipVersion, address].some((setting) => setting !== undefined)) {
      const limit = connectTimeout === undefined ? '' : `Timeout: ${this.#duration(connectTimeout)}`;
      let dial = `(&${this.#use('net')}.Dialer{${limit}}).DialContext`;
      if (unixSocket !== undefined || ipVersion !== undefined || address !== undefined) {
        const context = `ctx ${this.#use('context')}.Context`;
        const network = ipVersion === undefined ? 'network' : `"tcp${ipVersion}"`;
        const [unused, target] =
          unixSocket === undefined
            ? [`${ipVersion === undefined ? 'network' : '_'}, address`, `${network}, address`]
            : ['_, _', `"unix", ${this.#text(unixSocket)}`];
        const own = address === undefined ? '' : `\t\t${this.#resolved(address)}\n`;
        dial = `func(${context}, ${unused} string) (net.Conn, error) {\n${own}\t\treturn ${dial}(ctx, ${target})\n\t}`;
      }
      settings.push(`transport.DialContext = ${dial}`);
    }
    if (httpVersion !== undefined) {
      const version = httpVersion === '1.1' ? 'HTTP1' : 'UnencryptedHTTP2';
      settings.push('transport.Protocols = new(http.Protocols)', `transport.Protocols.Set${version}(true)`);
    }
    for (const { by } of removed) if (by.startsWith('transport.')) settings.push(by);
    if (settings.length === 0) return false;
    this.#line('transport := http.DefaultTransport.(*http.Transport).Clone()');
    for (const setting of settings) this.#line(setting);
    return true;
  }

  #resolved({ host, port, ip }: NonNullable<ProgramPlan['transfer']['address']>): string {
    const target = this.#sum(joined(ownText(ip).includes(':') ? joined('[', ip, ']') : ip, `:${port}`));
    return branch(`address == ${literal(`${host}:${port}`)}`, `address = ${target}`, '\t\t');
  }

  #tls(): string {
    const { cert, key, cacert } = this.#plan.transfer;
    const fields: string[] = this.#plan.insecure ? ['InsecureSkipVerify: true'] : [];
    if (cert !== undefined) {
      this.#checked('cert', `tls.LoadX509KeyPair(${this.#text(cert)}, ${this.#text(key ?? cert)})`);
      fields.push('Certificates: []tls.Certificate{cert}');
    }
    if (cacert !== undefined) {
      this.#checked('pem', `${this.#use('os')}.ReadFile(${this.#sum(cacert)})`);
      this.#line(`roots := ${this.#use('crypto/x509')}.NewCertPool()`);
      const missing = this.#fatal.replace('err', '"no certificate in the CA file"');
      this.#line(branch('!roots.AppendCertsFromPEM(pem)', missing));
      fields.push('RootCAs: roots');
    }
    return fields.join(', ');
  }

  #duration(milliseconds: number): string {
    const isWhole = milliseconds % 1000 === 0;
    const unit = `${this.#use('time')}.${isWhole ? 'Second' : 'Millisecond'}`;
    return `${isWhole ? milliseconds / 1000 : milliseconds} * ${unit}`;
  }

  #environment(variable: PlanVariable): void {
    const { fallback } = variable;
    const own = this.#names.of(variable);
    const name = literal(variable.name);
    const os = this.#use('os');
    if (fallback?.forEmpty === true) {
      this.#line(`${own} := ${this.#use('cmp')}.Or(${os}.Getenv(${name}), ${literal(fallback.text)})`);
      return;
    }
    this.#line(`${own}, ok := ${os}.LookupEnv(${name})`);
    const text = literal(fallback?.text ?? `${variable.name} is not set`);
    const code = fallback === undefined ? `${this.#use('log')}.Fatal(${text})` : `${own} = ${text}`;
    this.#line(branch('!ok', code));
  }

  #use(name: string): string {
    this.#imports.add(name);
    return name.replace(/^.*\//, '');
  }

  #line(code: string): void {
    this.#code += `\t${code}\n`;
  }

  /** Writes `name, err := …` and the check of the error. */
  #checked(name: string, expression: string): void {
    // A file that is missing is no empty one.
    const isKept = !this.#plan.isMinimal || name === 'resp' || /^(?:os|tls)\./.test(expression);
    if (!isKept) {
      this.#line(`${name}, _ ${this.#declared.has(name) ? '=' : ':='} ${expression}`);
      this.#declared.add(name);
      return;
    }
    const declares = !this.#declared.has(name) || !this.#declared.has('err');
    this.#declared.add(name).add('err');
    this.#line(`${name}, err ${declares ? ':=' : '='} ${expression}`);
    this.#line(branch('err != nil', this.#fatal));
  }

  #tried(statement: string): void {
    if (this.#plan.isMinimal) this.#line(statement.replace(/^(?:_, )?err := /, ''));
    else this.#line(branch(`${statement}; err != nil`, this.#fatal));
  }

  /** Returns a text as one of several arguments, where gofmt writes `+` without spaces; see #sum. */
  #text(text: Template): string {
    return this.#names.expression(text, literal, '+');
  }

  #sum(text: Template): string {
    return this.#names.expression(text, literal, ' + ');
  }
}

const MUST_GETENV = `
func mustGetenv(name string) string {
	value, ok := os.LookupEnv(name)
	if !ok {
		LOG.Fatalf("%s is not set", name)
	}
	return value
}
`;

function branch(condition: string, statement: string, indent = '\t'): string {
  return `if ${condition} {\n${indent}\t${statement}\n${indent}}`;
}

/** Returns the fields of a literal, values of neighbouring lines aligned as by gofmt (exprList of go/printer). */
function aligned(fields: readonly Field[]): string {
  const sections: Field[][] = [];
  let before = 0;
  for (const [name, value] of fields) {
    const section = sections.at(-1) ?? [];
    const size = value.includes('\n') ? 0 : name.length;
    const mean = Math.exp(section.reduce((sum, [one]) => sum + Math.log(one.length), 0) / section.length);
    const isAlike = (before <= 40 && size <= 40) || (size < 2.5 * mean && size > mean / 2.5);
    if (before > 0 && size > 0 && isAlike) section.push([name, value]);
    else sections.push([[name, value]]);
    before = size;
  }
  return sections
    .flatMap((section) => {
      const width = Math.max(...section.map(([name]) => name.length));
      return section.map(([name, value]) => `\t\t${name}: ${' '.repeat(width - name.length)}${value},\n`);
    })
    .join('');
}

const escapeChar = escaper(C_ESCAPES, (char) => {
  if (char < '\x80') return `\\x${hex(char, 2)}`;
  return char.length === 1 ? `\\u${hex(char, 4)}` : `\\U${hex(char, 8)}`;
});

/** Returns a text as a Go literal: a raw one where that saves escapes. */
function literal(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  if (/["\\\n]/.test(text) && !text.includes('`') && isPrintableLines(text)) return `\`${text}\``;
  return `"${text.replace(DOUBTFUL, escapeChar)}"`;
}
