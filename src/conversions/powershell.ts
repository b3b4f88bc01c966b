/** Converts Invoke-WebRequest and Invoke-RestMethod of PowerShell: as browsers copy them, or as people write them. */
import { utf8Base64 } from '../request/bytes.ts';
import { absolute, ConversionDraft, formText, NotConvertible, withQuery } from './conversion-draft.ts';
import { PowerShellReader } from './powershell-values.ts';
import type { Value } from './values.ts';

const CMDLET = /(?:^|[\s=(;|&])(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|curl|wget)(?:\.exe)?(?=\s)/gi;
/** Parameters without a value. */
const SWITCHES =
  /^(?:UseBasicParsing|SkipCertificateCheck|DisableKeepAlive|SkipHeaderValidation|PassThru|Resume|AllowUnencryptedAuthentication|UseDefaultCredentials|NoProxy|PreserveAuthorizationOnRedirect|SkipHttpErrorCheck|PreserveHttpMethodOnRedirect|Verbose|Debug|ProxyUseDefaultCredentials|FollowRelLink)$/i;
/** Parameters that only say what PowerShell does with the response. */
const SILENT =
  /^(?:UseBasicParsing|SessionVariable|PassThru|ErrorAction|ErrorVariable|Verbose|Debug|StatusCodeVariable|ResponseHeadersVariable|SkipHttpErrorCheck|SkipHeaderValidation|ProgressAction|DisableKeepAlive|OutVariable|WarningAction|AllowUnencryptedAuthentication|NoProxy|AllowInsecureRedirect)$/i;
/** How often comments may name the command before it. */
const MAX_MENTIONS = 20;
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** What HTTP/2 calls its own fields, without their colons; browsers copy them into the table of headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];

/** @throws NotConvertible where the text has no command that can be read */
export function convertPowerShell(text: string): ConversionDraft {
  const found = firstCmdlet(text);
  if (found === undefined)
    throw new NotConvertible('The text has no Invoke-WebRequest or Invoke-RestMethod.');
  const scope = assignments(text, found.index);
  return new Cmdlet(new PowerShellReader(text, found.index + found[0].length, scope), text, scope).convert();
}

/** The first that no comment mentions. */
function firstCmdlet(text: string): { index: number; 0: string } | undefined {
  let mentions = 0;
  for (const found of text.matchAll(CMDLET)) {
    const line = text.slice(text.lastIndexOf('\n', found.index) + 1, found.index + 1);
    const isComment = line.lastIndexOf('#') > Math.max(line.lastIndexOf('"'), line.lastIndexOf("'"));
    if (!isComment) return found;
    mentions += 1;
    if (mentions > MAX_MENTIONS) return undefined;
  }
  return undefined;
}

/** What the statements before the command set: `$name = …`, `$table.Add(…)`, `$table["x"] = …`, `$session.UserAgent = …`. */
function assignments(text: string, to: number): Map<string, Value> {
  const scope = new Map<string, Value>();
  const statement =
    /^[ \t]*\$(\w+)(?:\[["']([^"'\]]+)["']\]|\.(\w+(?:\.\w+)?))?[ \t]*(?:=\s*|(?<=\.Add)(?=\())/gim;
  for (let found = statement.exec(text); found !== null && found.index < to; found = statement.exec(text)) {
    const [whole, name = '', key, member] = found;
    const reader = new PowerShellReader(text, found.index + whole.length, scope);
    const target = scope.get(name.toLowerCase());
    const entries = target?.kind === 'object' ? target.entries : [];
    if (key === undefined && member === undefined) {
      const value = reader.expression();
      const isEmpty =
        value.kind === 'call' &&
        /^New-Object$/i.test(value.name) &&
        /Dictionary|Hashtable|Session/i.test(value.source);
      // What is assigned by the command itself is its response.
      if (reader.at <= to) scope.set(name.toLowerCase(), isEmpty ? { kind: 'object', entries: [] } : value);
    } else if (/^(?:\w+\.)?Add$/i.test(member ?? '')) {
      const added = reader.value();
      const [first, second] = added.kind === 'array' ? added.items : [added];
      if (first?.kind === 'call') entries.push(['Cookie', first]);
      else if (first?.kind === 'text' && second !== undefined) entries.push([first.text, second]);
    } else entries.push([key ?? member ?? '', reader.expression()]);
    statement.lastIndex = Math.max(statement.lastIndex, Math.min(reader.at, to));
  }
  return scope;
}

class Cmdlet {
  readonly #draft = new ConversionDraft();
  readonly #parameters = new Map<string, Value>();

  constructor(reader: PowerShellReader, text: string, scope: ReadonlyMap<string, Value>) {
    for (;;) {
      reader.blanks();
      if (/[\n|;)}]/.test(text[reader.at] ?? '\n')) break;
      const splat = reader.match(/@\w+/y);
      const name = reader
        .match(/-[A-Za-z]+:?/y)
        ?.slice(1)
        .replace(':', '');
      reader.blanks();
      const values = splat === undefined ? undefined : scope.get(splat.slice(1).toLowerCase());
      if (values?.kind === 'object') for (const [key, value] of values.entries) this.#set(key, value);
      else if (splat !== undefined) this.#draft.leaveOut(splat);
      else if (name !== undefined && SWITCHES.test(name)) this.#set(name, { kind: 'literal', text: 'true' });
      else this.#set(name ?? 'Uri', reader.value());
    }
  }

  #set(name: string, value: Value): void {
    this.#parameters.set(name.toLowerCase(), value);
  }

  #take(name: string): Value | undefined {
    const value = this.#parameters.get(name);
    this.#parameters.delete(name);
    return value;
  }

  #takeText(name: string): string | undefined {
    const value = this.#take(name);
    return value === undefined ? undefined : this.#text(value);
  }

  convert(): ConversionDraft {
    const draft = this.#draft;
    const address = this.#take('uri') ?? this.#take('url');
    if (address === undefined || address.kind === 'object' || address.kind === 'array')
      throw new NotConvertible('The PowerShell command has no -Uri.');
    draft.url = absolute(this.#text(address));
    draft.method = (this.#takeText('custommethod') ?? this.#takeText('method'))?.toUpperCase();
    this.#session(this.#take('websession'));
    this.#headers(this.#take('headers'));
    for (const name of ['User-Agent', 'Content-Type']) {
      const value = this.#takeText(name.replace('-', '').toLowerCase());
      if (value !== undefined) draft.headers.push({ name, value });
    }
    this.#body(this.#take('body'));
    this.#credentials();
    this.#options();
    for (const name of this.#parameters.keys()) if (!SILENT.test(name)) draft.leaveOut(`-${name}`);
    return draft;
  }

  #session(session: Value | undefined): void {
    if (session?.kind !== 'object') {
      if (session !== undefined) this.#draft.note('The cookies of the session are not in the text.');
      return;
    }
    const cookies: string[] = [];
    for (const [name, value] of session.entries) {
      if (/^useragent$/i.test(name)) this.#draft.imply('User-Agent', this.#text(value));
      const [key, content] = value.kind === 'call' ? value.args.slice(1) : [];
      if (name === 'Cookie' && key !== undefined)
        cookies.push(`${this.#text(key)}=${content === undefined ? '' : this.#text(content)}`);
    }
    if (cookies.length > 0) this.#draft.headers.push({ name: 'Cookie', value: cookies.join('; ') });
  }

  #headers(headers: Value | undefined): void {
    if (headers === undefined) return;
    if (headers.kind !== 'object') {
      this.#draft.leaveOut('-Headers');
      return;
    }
    const names = headers.entries.map(([name]) => name.toLowerCase());
    const isCopied = PSEUDO.every((name) => names.includes(name));
    for (const [name, value] of headers.entries) {
      if (isCopied && PSEUDO.includes(name.toLowerCase())) continue;
      this.#draft.headers.push({ name, value: this.#text(value) });
    }
  }

  #body(body: Value | undefined): void {
    const draft = this.#draft;
    const form = this.#take('form');
    const file = this.#takeText('infile');
    if (form?.kind === 'object') {
      draft.method ??= 'POST';
      draft.form = form.entries.map(([name, value]) => this.#part(name, value));
    } else if (file !== undefined) draft.bodyFile = file;
    else if (body?.kind === 'object') {
      const pairs = formText(body.entries.map(([name, value]) => [name, this.#text(value)]));
      if ((draft.method ?? 'GET') === 'GET') draft.url = withQuery(draft.url, pairs);
      else draft.body = pairs;
    } else if (body?.kind === 'call' && /^Get-Content$/i.test(body.name) && body.args[0] !== undefined)
      draft.bodyFile = this.#text(body.args[0]);
    else if (body !== undefined) draft.body = this.#text(body);
    draft.method ??= 'GET';
    if (draft.body !== undefined && /^(?:POST|PUT)$/.test(draft.method))
      draft.imply('Content-Type', FORM_TYPE);
  }

  #part(name: string, value: Value) {
    if (value.kind !== 'call' || !/^Get-(?:Item|Content)$/i.test(value.name) || value.args[0] === undefined)
      return { name, value: this.#text(value) };
    const file = this.#text(value.args[0]);
    return { name, file, filename: file.replace(/^.*[/\\]/, ''), content_type: 'application/octet-stream' };
  }

  #credentials(): void {
    const draft = this.#draft;
    const scheme = this.#takeText('authentication')?.toLowerCase();
    const token = this.#takeText('token');
    const credential = this.#take('credential');
    if (token !== undefined) draft.headers.push({ name: 'Authorization', value: `Bearer ${token}` });
    if (credential !== undefined) {
      const [name, secret] = credential.kind === 'call' ? credential.args.slice(-2) : [];
      draft.auth = {
        username: name === undefined ? draft.placeholder('user') : this.#text(name),
        password: secret === undefined ? draft.placeholder('password') : this.#text(secret),
      };
      if (scheme === undefined)
        draft.note('PowerShell sends -Credential when the server asks; curl sends it at once.');
    }
  }

  #options(): void {
    const { options } = this.#draft;
    const redirects = Number(this.#takeText('maximumredirection') ?? '5');
    if (redirects > 0) {
      options.follow_redirects = true;
      if (redirects !== 5) options.max_redirects = redirects;
    }
    const seconds = Number(this.#takeText('timeoutsec') ?? this.#takeText('operationtimeoutseconds') ?? '0');
    if (seconds > 0) options.timeout_ms = seconds * 1000;
    if (this.#take('skipcertificatecheck') !== undefined) options.insecure = true;
    if (this.#take('preserveauthorizationonredirect') !== undefined) options.auth_on_redirect = true;
    const [output, proxy] = [this.#takeText('outfile'), this.#takeText('proxy')];
    if (output !== undefined) options.output = output;
    if (proxy !== undefined) options.proxy = proxy;
  }

  #text(value: Value): string {
    if (value.kind === 'text' || value.kind === 'literal')
      return value.text === 'null' && value.kind === 'literal' ? '' : value.text;
    if (value.kind === 'joined') return value.parts.map((part) => this.#text(part)).join('');
    if (value.kind === 'unknown') {
      const isShell = value.name !== undefined && /^[A-Za-z_]\w*$/.test(value.name);
      return isShell ? this.#draft.shellVariable(`\${${value.name}}`) : this.#draft.placeholder(value.source);
    }
    if (value.kind === 'call') return this.#called(value);
    return this.#json(value);
  }

  #called(call: Value & { kind: 'call' }): string {
    const [first] = call.args;
    if (first !== undefined) {
      if (call.name === 'ConvertTo-Json') return this.#json(first);
      if (/GetBytes$/i.test(call.name) || /^ConvertTo-SecureString$/i.test(call.name))
        return this.#text(first);
      if (/ToBase64String$/i.test(call.name) && first.kind !== 'unknown') {
        const text = this.#text(first);
        return /[{$]/.test(text) ? this.#draft.placeholder('base64') : utf8Base64(text);
      }
      if (/EscapeDataString$|UrlEncode$/i.test(call.name)) return encodeURIComponent(this.#text(first));
    }
    return this.#draft.placeholder(call.source);
  }

  #json(value: Value): string {
    if (value.kind === 'literal') return value.text;
    if (value.kind === 'array') return `[${value.items.map((item) => this.#json(item)).join(',')}]`;
    if (value.kind !== 'object') return JSON.stringify(this.#text(value));
    const items = value.entries.map(([name, item]) => `${JSON.stringify(name)}:${this.#json(item)}`);
    return `{${items.join(',')}}`;
  }
}
