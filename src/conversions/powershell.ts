/** Converts Invoke-WebRequest and Invoke-RestMethod of PowerShell, as browsers copy them and documentation has them. */
import { absolute, ConversionDraft, formText, NotConvertible, withQuery } from './conversion-draft.ts';
import { PowerShellScript, STRING, type Value } from './powershell-values.ts';

const CMDLET = /(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|curl|wget)(?:\.exe)?(?=\s)/iy;
/** Parameters without a value. */
const SWITCHES =
  /^(?:UseBasicParsing|SkipCertificateCheck|DisableKeepAlive|SkipHeaderValidation|PassThru|Resume|NoProxy|SkipHttpErrorCheck|Verbose|Debug|FollowRelLink|AllowUnencryptedAuthentication)$/i;
/** Parameters that are converted, and those that only say what PowerShell does with the response. */
const KNOWN =
  /^(?:Uri|Method|WebSession|Headers|UserAgent|ContentType|Token|InFile|Body|MaximumRedirection|TimeoutSec|SkipCertificateCheck|OutFile|UseBasicParsing|PassThru|ErrorAction|Verbose|Debug|\w+Variable|SkipHttpErrorCheck|SkipHeaderValidation|DisableKeepAlive|NoProxy|Authentication)$/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** What HTTP/2 calls its own fields, without their colons; browsers copy them into the table of headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];
const ASSIGNMENT = /\$(\w+)[ \t]*=(?!=)\s*/y;
/** `$session.UserAgent = …`, `$headers["Accept"] = …` */
const ENTRY = /\$(\w+)(?:\.(\w+)|\[["']([^"'\n]+)["']\])[ \t]*=(?!=)\s*/y;
const ADD = /\$(\w+)\.(?:\w+\.)?Add\(\s*/iy;
const COOKIE = /\(?New-Object\s+(?:System\.Net\.)?Cookie\s*/iy;

/** A text in quotes or a word, which no statement begins with. */
const OTHER = new RegExp(`${STRING.source}|[^\\s;|(&"'@]+|[\\s\\S]`, 'y');

/** @throws NotConvertible where the text has no command that can be read */
export function convertPowerShell(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  const script = new PowerShellScript(text, draft);
  while (script.at < script.text.length) {
    script.match(/[\s;|(&]+/y);
    if (script.match(CMDLET) !== undefined) return convertCmdlet(script, draft);
    if (!isStatement(script)) script.match(OTHER);
  }
  throw new NotConvertible('The text has no Invoke-WebRequest or Invoke-RestMethod.');
}

/** Reads a statement that sets a variable, or an entry of a table, if there is one here. */
function isStatement(script: PowerShellScript): boolean {
  const [, table] = script.match(ADD) ?? [];
  if (table !== undefined) {
    const isCookie = script.match(COOKIE) !== undefined;
    const pair = script.value();
    const [name, value] = pair.kind === 'list' ? pair.items : [];
    if (isCookie) script.entries(table).push(['Cookie', pair]);
    else if (name !== undefined && value !== undefined)
      script.entries(table).push([script.textOf(name), value]);
    return true;
  }
  const [, owner, member, item = ''] = script.match(ENTRY) ?? [];
  if (owner !== undefined) {
    script.entries(owner).push([member ?? item, script.value()]);
    return true;
  }
  const [, name] = script.match(ASSIGNMENT) ?? [];
  // What is assigned by the command itself is its response.
  if (name !== undefined && !script.isAt(CMDLET)) script.assign(name);
  return name !== undefined;
}

/** The parameters of a command, by their lower-case names. */
function parametersOf(script: PowerShellScript): Map<string, Value> {
  const parameters = new Map<string, Value>();
  const set = (name: string, value: Value) => parameters.set(name.toLowerCase(), value);
  for (;;) {
    script.match(/[ \t]+/y);
    if (script.isAt(/[\n|;)}]|$/y)) return parameters;
    const [, table] = script.match(/@(\w+)/y) ?? [];
    const [, name] = script.match(/-([A-Za-z]+):?[ \t]*/y) ?? [];
    if (table !== undefined) for (const [key, value] of script.entries(table)) set(key, value);
    else if (name !== undefined && SWITCHES.test(name)) set(name, { kind: 'literal', text: 'true' });
    else set(name ?? 'Uri', script.argument());
  }
}

function convertCmdlet(script: PowerShellScript, draft: ConversionDraft): ConversionDraft {
  const parameters = parametersOf(script);
  const text = (name: string) => {
    const value = parameters.get(name);
    return value && script.textOf(value);
  };
  const table = (name: string) => {
    const value = parameters.get(name) ?? { kind: 'table', entries: [] };
    if (value.kind === 'table') return value.entries;
    throw new NotConvertible(`The table of -${name} is not in the text. Write it as @{ "Name" = "value" }.`);
  };
  const header = (name: string, value: string | undefined) => {
    if (value !== undefined) draft.headers.push({ name, value });
  };

  const address = text('uri');
  if (address === undefined) throw new NotConvertible('The PowerShell command has no -Uri.');
  draft.url = absolute(address);
  draft.method = text('method')?.toUpperCase() ?? 'GET';
  setSession(script, draft, table('websession'));
  const entries = table('headers');
  const names = entries.map(([name]) => name.toLowerCase());
  const isCopied = PSEUDO.every((name) => names.includes(name));
  for (const [name, value] of entries)
    if (!isCopied || !PSEUDO.includes(name.toLowerCase())) header(name, script.textOf(value));
  header('User-Agent', text('useragent'));
  header('Content-Type', text('contenttype'));
  const token = text('token');
  header('Authorization', token && `Bearer ${token}`);
  draft.bodyFile = text('infile');
  setBody(script, draft, parameters.get('body'));
  const { options } = draft;
  const redirects = Number(text('maximumredirection') ?? '5');
  if (redirects > 0) options.follow_redirects = true;
  if (redirects > 0 && redirects !== 5) options.max_redirects = redirects;
  const seconds = Number(text('timeoutsec') ?? '0');
  if (seconds > 0) options.timeout_ms = seconds * 1000;
  if (parameters.has('skipcertificatecheck')) options.insecure = true;
  const output = text('outfile');
  if (output !== undefined) options.output = output;
  for (const name of parameters.keys()) if (!KNOWN.test(name)) draft.leaveOut(`-${name}`);
  return draft;
}

function setSession(script: PowerShellScript, draft: ConversionDraft, entries: [string, Value][]): void {
  const cookies: string[] = [];
  for (const [name, value] of entries) {
    if (/^useragent$/i.test(name)) draft.imply('User-Agent', script.textOf(value));
    if (value.kind !== 'list') continue;
    const [key = '', content = ''] = value.items.map((item) => script.textOf(item));
    cookies.push(`${key}=${content}`);
  }
  if (cookies.length > 0) draft.headers.push({ name: 'Cookie', value: cookies.join('; ') });
}

/** A table is the query of a GET, and a form otherwise. */
function setBody(script: PowerShellScript, draft: ConversionDraft, body: Value | undefined): void {
  if (body?.kind === 'table') {
    const pairs = formText(body.entries.map(([name, value]) => [name, script.textOf(value)]));
    if (draft.method === 'GET') draft.url = withQuery(draft.url, pairs);
    else draft.body = pairs;
  } else if (body !== undefined) draft.body = script.textOf(body);
  if (draft.body !== undefined && /^(?:POST|PUT)$/.test(draft.method ?? ''))
    draft.imply('Content-Type', FORM_TYPE);
}
