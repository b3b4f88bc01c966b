/** Go: programs for net/http. */
import highlighter from 'highlight.js/lib/languages/go';
import type { Emitter } from '../emitter.ts';
import { fieldText } from '../plan/body.ts';
import { Capabilities } from '../plan/capabilities.ts';
import type { PlanFile, PlanPairs, PlanPart, PlanVariable, ProgramPlan, Template } from '../plan/plan.ts';
import { camelCase, Identifiers } from '../text/identifiers.ts';
import { Imports } from '../text/layout.ts';
import { C_ESCAPES, DOUBTFUL, escaper, isPrintableLines } from '../text/literals.ts';

type Retry = NonNullable<ProgramPlan['transfer']['retry']>;

const CAPABILITIES = new Capabilities({
  name: 'net/http',
  requestTarget: true,
  barePercent: false,
  repeatedHeaders: 'but-agents',
  neverEmpty: ['user-agent', 'accept-encoding'],
  host: 'field',
  confusesHosts: true,
  defaultHeaders: {
    'user-agent': { by: 'req.Header.Set("User-Agent", "")' },
    'accept-encoding': { by: 'transport.DisableCompression = true' },
    host: 'fixed',
  },
  form: { type: false },
  multipart: { ownType: true },
  schemes: { digest: { package: 'github.com/icholy/digest' } },
  redirects: {
    limit: true,
    toGet: { 301: 'others', 302: 'others', 303: 'others' },
    keepsBody: false,
    dropsElsewhere: ['authorization', 'cookie'],
  },
  proxies: { http: 'own', https: 'own', socks5: 'own', socks5h: 'own' },
  versions: { '1.1': 'option', '2': 'default', '2-prior-knowledge': 'option' },
  ipVersion: true,
  transfer: ['retry', 'cert', 'key', 'cacert', 'unix_socket'],
});

export const go: Emitter = {
  title: 'Go',
  filename: 'main.go',
  run: 'go run main.go',
  highlighter,
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

/** Keywords, predeclared names, and those of packages and of the programs. */
const TAKEN = new Set(
  'any append bool break byte case cap chan clear close comparable complex const continue copy default defer delete else error fallthrough false float for func go goto if imag import int interface iota len make map max min new nil package panic print println range real recover return rune select string struct switch true type uint var attempt base64 bytes cmp context digest errors filepath fmt io log main multipart net http ok os strings textproto time tls url x509 body cert client content err file form part pem proxyURL req resp roots slices transport text'.split(
    ' ',
  ),
);

/** Words that Go writes in one case (staticcheck's list of initialisms). */
const INITIALISMS = new Set(
  'ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON QPS RAM RPC SLA SMTP SQL SSH TCP TLS TTL UDP UI URI URL UTF8 UUID VM XML'.split(
    ' ',
  ),
);

/** `ANTHROPIC_API_KEY` → `anthropicAPIKey` */
function goCase(words: readonly string[]): string {
  return words
    .map((word, index) =>
      index > 0 && INITIALISMS.has(word.toUpperCase())
        ? word.toUpperCase()
        : camelCase(index > 0 ? ['', word] : [word]),
    )
    .join('');
}

/** What the library gives to a file. */
const FILE_TYPE = 'application/octet-stream';

class Program {
  readonly #plan: ProgramPlan;
  readonly #names: Identifiers;
  readonly #imports = new Imports().add('fmt', 'log', 'net/http');
  #packages: readonly string[] = [];
  readonly #declared = new Set<string>();
  /** The body of main, indented. */
  #code = '';

  constructor(plan: ProgramPlan) {
    this.#plan = plan;
    this.#names = new Identifiers(plan.variables, goCase, TAKEN);
  }

  toString(): string {
    for (const variable of this.#plan.variables) this.#environment(variable);
    if (this.#plan.variables.length > 0) this.#code += '\n';
    this.#request();
    const response = this.#response();
    const imports = this.#imports.lines('\t"', '"\n');
    const packages = this.#packages.map((name) => `\t"${name}"\n`).join('');
    return `package main

import (
${imports}${packages === '' ? '' : `\n${packages}`})

func main() {
${this.#code}${response}}
`;
  }

  /** The statements that send the request and show or save the response. */
  #response(): string {
    const { output, showsHeaders, isHead, fails, streams, retry } = this.#plan.transfer;
    const checked = (statement: string) => `\t${statement}\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n`;
    const tried = (call: string) => `\tif ${call}; err != nil {\n\t\tlog.Fatal(err)\n\t}\n`;
    const copy = (to: string) => tried(`_, err := io.Copy(${to}, resp.Body)`);
    const client = this.#client();
    const sent =
      retry === undefined
        ? `resp, err := ${client}.Do(req)`
        : this.#retries(`resp, err = ${client}.Do(req)`, retry);
    let code = `${checked(sent)}\tdefer resp.Body.Close()\n`;
    if (fails === 'before') code += '\tif resp.StatusCode >= 400 {\n\t\tlog.Fatal(resp.Status)\n\t}\n';
    code += '\n';
    const reads = output === undefined && !streams && !isHead;
    if (reads) code += checked('text, err := io.ReadAll(resp.Body)');
    code += '\tfmt.Println(resp.Status)\n';
    if (showsHeaders) code += tried('err := resp.Header.Write(os.Stdout)');
    if (showsHeaders && !isHead) code += '\tfmt.Println()\n';
    if (output !== undefined)
      code += `${checked(`file, err := os.Create(${this.#sum(output)})`)}${copy('file')}${tried('err := file.Close()')}`;
    if (streams) code += copy('os.Stdout');
    if (reads) code += '\tfmt.Println(string(text))\n';
    if (fails === 'after') code += '\tif resp.StatusCode >= 400 {\n\t\tos.Exit(1)\n\t}\n';
    if (reads || streams || output !== undefined) this.#imports.add('io');
    if (showsHeaders || streams || output !== undefined || fails === 'after') this.#imports.add('os');
    return code;
  }

  /** The loop that sends again after a transient failure, which waits twice as long each time. */
  #retries(sending: string, { count, delay, allErrors, statuses }: Retry): string {
    this.#imports.add('slices', 'time', ...(allErrors ? [] : ['os']));
    const again =
      this.#plan.body.kind === 'none'
        ? ''
        : '\t\tif req.Body, err = req.GetBody(); err != nil {\n\t\t\tlog.Fatal(err)\n\t\t}\n';
    const failed = allErrors ? 'err != nil' : 'os.IsTimeout(err)';
    const isTransient = `err == nil && slices.Contains([]int{${statuses}}, resp.StatusCode)`;
    const wait = delay === undefined ? 'time.Second << attempt' : this.#duration(delay);
    return `var resp *http.Response
\tfor attempt := 0; ; attempt++ {
${again}\t\t${sending}
\t\tisTransient := ${failed} || ${isTransient}
\t\tif !isTransient || attempt == ${count} {
\t\t\tbreak
\t\t}
\t\tif err == nil {
\t\t\tresp.Body.Close()
\t\t}
\t\ttime.Sleep(${wait})
\t}`;
  }

  #request(): void {
    const plan = this.#plan;
    const body = this.#body();
    this.#checked('req', `http.NewRequest(${this.#text(plan.method)}, ${this.#text(plan.url)}, ${body})`);
    if (plan.requestTarget !== undefined)
      this.#line(`req.URL.Opaque, req.URL.RawQuery = ${this.#text(plan.requestTarget)}, ""`);
    if (plan.host !== undefined) this.#line(`req.Host = ${this.#sum(plan.host)}`);
    const set = new Set<string>();
    for (const { name, lower, value } of plan.headers) {
      this.#line(`req.Header.${set.has(lower) ? 'Add' : 'Set'}(${this.#text(name)}, ${this.#text(value)})`);
      set.add(lower);
    }
    for (const { by } of plan.removed) if (by.startsWith('req.')) this.#line(by);
    if (plan.auth?.kind === 'basic')
      this.#line(`req.SetBasicAuth(${this.#text(plan.auth.username)}, ${this.#text(plan.auth.password)})`);
    if (plan.body.kind === 'multipart') {
      const { type } = plan.body;
      const value =
        type === undefined
          ? 'form.FormDataContentType()'
          : `${this.#text(type)}+"; boundary="+form.Boundary()`;
      this.#line(`req.Header.Set("Content-Type", ${value})`);
    }
    if (plan.chunked) this.#line('req.ContentLength = -1');
    this.#code += '\n';
  }

  /** The statements that make the body, and its reader. */
  #body(): string {
    const { body } = this.#plan;
    switch (body.kind) {
      case 'none':
        return 'nil';
      case 'json': // The capabilities have no JSON: it is a text.
        return '';
      case 'text':
        this.#imports.add('strings');
        this.#line(`body := strings.NewReader(${this.#sum(body.text)})`);
        return 'body';
      case 'pairs':
        this.#imports.add('net/url', 'strings');
        this.#line(`form := ${this.#values(body)}`);
        return 'strings.NewReader(form.Encode())';
      case 'bytes':
        this.#imports.add('bytes', 'encoding/base64');
        this.#checked('content', `base64.StdEncoding.DecodeString("${body.base64}")`);
        return 'bytes.NewReader(content)';
      case 'file':
        this.#read(body.file);
        if (!body.stripNewlines) {
          this.#imports.add('bytes');
          return 'bytes.NewReader(content)';
        }
        this.#imports.add('strings');
        this.#line('lines := strings.NewReplacer("\\r", "", "\\n", "", "\\x00", "")');
        return 'strings.NewReader(lines.Replace(string(content)))';
      case 'multipart':
        this.#form(body.parts);
        return '&body';
    }
  }

  /** The values of each name in a row, as the library keeps them. */
  #values({ pairs }: PlanPairs): string {
    const values = new Map<string, string[]>();
    for (const [name, value] of pairs) {
      const key = this.#sum(name);
      values.set(key, [...(values.get(key) ?? []), this.#text(value)]);
    }
    const fields = [...values].map(([key, all]) => [key, `{${all.join(', ')}}`] as const);
    return `url.Values{\n${aligned(fields)}\t}`;
  }

  #form(parts: readonly PlanPart[]): void {
    this.#imports.add('bytes', 'mime/multipart');
    this.#line('var body bytes.Buffer');
    this.#line('form := multipart.NewWriter(&body)');
    for (const part of parts) {
      const { name, content, lines, isPlain, filename, contentType } = part;
      const field = isPlain && lines.length === 1 ? fieldText(part) : undefined;
      if (field !== undefined) {
        this.#tried('', `form.WriteField(${this.#text(name)}, ${this.#text(field)})`);
        continue;
      }
      if (content.kind === 'file') this.#read(content.file);
      if (isPlain && part.headers.length === 0 && filename !== undefined && contentType === FILE_TYPE)
        this.#checked('part', `form.CreateFormFile(${this.#text(name)}, ${this.#text(filename)})`);
      else {
        this.#imports.add('net/textproto');
        const fields = lines.map(([key, value]) => [this.#text(key), `{${this.#sum(value)}}`] as const);
        this.#checked('part', `form.CreatePart(textproto.MIMEHeader{\n${aligned(fields)}\t})`);
      }
      if (content.kind === 'text') this.#imports.add('io');
      if (content.kind === 'text') this.#tried('_, ', `io.WriteString(part, ${this.#text(content.text)})`);
      else {
        if (content.kind === 'bytes') {
          this.#imports.add('encoding/base64');
          this.#checked('content', `base64.StdEncoding.DecodeString("${content.base64}")`);
        }
        this.#tried('_, ', 'part.Write(content)');
      }
    }
    this.#tried('', 'form.Close()');
  }

  #read(file: PlanFile): void {
    this.#imports.add('os', ...(file.kind === 'stdin' ? ['io'] : []));
    this.#checked(
      'content',
      file.kind === 'stdin' ? 'io.ReadAll(os.Stdin)' : `os.ReadFile(${this.#sum(file.path)})`,
    );
  }

  /** Declares the client where anything is to be set; its name. */
  #client(): string {
    const { timeout, redirects, auth } = this.#plan;
    const hasTransport = this.#transport();
    const fields: [name: string, value: string][] = [];
    if (timeout !== undefined) fields.push(['Timeout', this.#duration(timeout)]);
    if (auth?.kind === 'digest') {
      this.#packages = this.#plan.packages;
      const inner = [
        `Username: ${this.#sum(auth.username)}`,
        `Password: ${this.#sum(auth.password)}`,
        ...(hasTransport ? ['Transport: transport'] : []),
      ];
      fields.push(['Transport', `&digest.Transport{${inner.join(', ')}}`]);
    } else if (hasTransport) fields.push(['Transport', 'transport']);
    if (redirects === undefined)
      fields.push([
        'CheckRedirect',
        'func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }',
      ]);
    else if (redirects.max !== undefined) {
      const { max } = redirects;
      if (max >= 0) this.#imports.add('errors');
      const check =
        max < 0
          ? ''
          : `\t\t\tif len(via) > ${max} {\n\t\t\t\treturn errors.New("too many redirects")\n\t\t\t}\n`;
      const via = max < 0 ? '[]*http.Request' : 'via []*http.Request';
      const first = max < 0 ? '*http.Request' : '_ *http.Request';
      fields.push(['CheckRedirect', `func(${first}, ${via}) error {\n${check}\t\t\treturn nil\n\t\t}`]);
    }
    const [only] = fields;
    if (only === undefined) return 'http.DefaultClient';
    if (fields.length === 1 && only[1].length < 60)
      this.#line(`client := &http.Client{${only[0]}: ${only[1]}}`);
    else this.#line(`client := &http.Client{\n${aligned(fields)}\t}`);
    return 'client';
  }

  /** The statements of a transport of its own, if the program needs one. */
  #transport(): boolean {
    const { connectTimeout, insecure, proxy, httpVersion, ipVersion, removed } = this.#plan;
    const settings: string[] = [];
    const tls = this.#tls(insecure);
    if (tls !== '') settings.push(`transport.TLSClientConfig = &tls.Config{${tls}}`);
    const { unixSocket } = this.#plan.transfer;
    if (unixSocket !== undefined) {
      this.#imports.add('context', 'net');
      settings.push(
        'transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {',
        `\treturn (&net.Dialer{}).DialContext(ctx, "unix", ${this.#text(unixSocket)})`,
        '}',
      );
    }
    if (proxy !== undefined) {
      this.#imports.add('net/url');
      this.#checked('proxyURL', `url.Parse(${this.#sum(proxy.url)})`);
      settings.push('transport.Proxy = http.ProxyURL(proxyURL)');
    }
    if (connectTimeout !== undefined || ipVersion !== undefined) {
      this.#imports.add('net');
      const dialer = connectTimeout === undefined ? '' : `Timeout: ${this.#duration(connectTimeout)}`;
      if (ipVersion === undefined)
        settings.push(`transport.DialContext = (&net.Dialer{${dialer}}).DialContext`);
      else {
        this.#imports.add('context');
        settings.push(
          'transport.DialContext = func(ctx context.Context, _, address string) (net.Conn, error) {',
          `\treturn (&net.Dialer{${dialer}}).DialContext(ctx, "tcp${ipVersion}", address)`,
          '}',
        );
      }
    }
    if (httpVersion !== undefined)
      settings.push(
        'transport.Protocols = new(http.Protocols)',
        `transport.Protocols.${httpVersion === '1.1' ? 'SetHTTP1' : 'SetUnencryptedHTTP2'}(true)`,
      );
    for (const { by } of removed) if (by.startsWith('transport.')) settings.push(by);
    if (settings.length === 0) return false;
    this.#line('transport := http.DefaultTransport.(*http.Transport).Clone()');
    for (const setting of settings) this.#line(setting);
    return true;
  }

  /** The fields of a tls.Config. */
  #tls(insecure: boolean): string {
    const { cert, key, cacert } = this.#plan.transfer;
    const fields: string[] = insecure ? ['InsecureSkipVerify: true'] : [];
    if (cert !== undefined) {
      this.#checked('cert', `tls.LoadX509KeyPair(${this.#text(cert)}, ${this.#text(key ?? cert)})`);
      fields.push('Certificates: []tls.Certificate{cert}');
    }
    if (cacert !== undefined) {
      this.#imports.add('crypto/x509', 'os');
      this.#checked('pem', `os.ReadFile(${this.#sum(cacert)})`);
      this.#line('roots := x509.NewCertPool()');
      this.#line('if !roots.AppendCertsFromPEM(pem) {\n\t\tlog.Fatal("no certificate in the CA file")\n\t}');
      fields.push('RootCAs: roots');
    }
    if (fields.length > 0) this.#imports.add('crypto/tls');
    return fields.join(', ');
  }

  #duration(milliseconds: number): string {
    this.#imports.add('time');
    return milliseconds % 1000 === 0
      ? `${milliseconds / 1000} * time.Second`
      : `${milliseconds} * time.Millisecond`;
  }

  #environment(variable: PlanVariable): void {
    this.#imports.add('os');
    const { name, fallback } = variable;
    const own = this.#names.of(variable);
    if (fallback?.forEmpty === true) {
      this.#imports.add('cmp');
      this.#line(`${own} := cmp.Or(os.Getenv(${literal(name)}), ${literal(fallback.text)})`);
      return;
    }
    const missing =
      fallback === undefined
        ? `log.Fatal(${literal(`${name} is not set`)})`
        : `${own} = ${literal(fallback.text)}`;
    this.#line(`${own}, ok := os.LookupEnv(${literal(name)})`);
    this.#line(`if !ok {\n\t\t${missing}\n\t}`);
  }

  /** A statement of main. */
  #line(code: string): void {
    this.#code += `\t${code}\n`;
  }

  /** `name, err := …` and the check of the error. */
  #checked(name: string, expression: string): void {
    const declares = !this.#declared.has(name) || !this.#declared.has('err');
    this.#declared.add(name).add('err');
    this.#line(`${name}, err ${declares ? ':=' : '='} ${expression}`);
    this.#line('if err != nil {\n\t\tlog.Fatal(err)\n\t}');
  }

  /** A call of which only the error counts. */
  #tried(others: string, expression: string): void {
    this.#line(`if ${others}err := ${expression}; err != nil {\n\t\tlog.Fatal(err)\n\t}`);
  }

  /** A text among other arguments; gofmt writes sums with blanks only where they stand alone. */
  #text(text: Template): string {
    return this.#names.expression(text, literal, '+');
  }

  #sum(text: Template): string {
    return this.#names.expression(text, literal, ' + ');
  }
}

/** Fields of a literal, the values of neighbouring lines aligned as gofmt does (exprList of go/printer). */
function aligned(fields: readonly (readonly [name: string, value: string])[]): string {
  const sections: [name: string, value: string][][] = [];
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
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
});

/** A text as a Go literal: a raw one where that saves escapes. */
function literal(text: string): string {
  // Most texts have nothing to escape.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  if (/["\\\n]/.test(text) && !text.includes('`') && isPrintableLines(text)) return `\`${text}\``;
  return `"${text.replace(DOUBTFUL, escapeChar)}"`;
}
