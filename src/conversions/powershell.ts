/** Converts Invoke-WebRequest and Invoke-RestMethod of PowerShell, as browsers copy them and documentation has them. */
import { absolute, ConversionDraft, formText, NotConvertible, withQuery } from './conversion-draft.ts';
import {
  isTable,
  newTable,
  PowerShellScript,
  STRING,
  type Table,
  textOf,
  type Value,
} from './powershell-values.ts';

const CMDLET = /(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm|curl|wget)(?:\.exe)?(?=\s)/iy;
/** Parameters without a value. */
const SWITCHES =
  /^(?:UseBasicParsing|SkipCertificateCheck|DisableKeepAlive|SkipHeaderValidation|PassThru|Resume|NoProxy|SkipHttpErrorCheck|Verbose|Debug|FollowRelLink|AllowUnencryptedAuthentication)$/i;
/** Parameters that only say what PowerShell does with the response. */
const IGNORED =
  /^(?:UseBasicParsing|PassThru|ErrorAction|Verbose|Debug|\w+Variable|SkipHttpErrorCheck|SkipHeaderValidation|DisableKeepAlive|NoProxy|Authentication)$/i;
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** What HTTP/2 calls its own fields, without their colons; browsers copy them into the table of headers. */
const PSEUDO = ['authority', 'method', 'path', 'scheme'];
/** `$name = …`, `$session.UserAgent = …`, `$headers["Accept"] = …` */
const ASSIGNMENT = /\$(\w+)(?:\.(\w+)|\[["']([^"'\n]+)["']\])?[ \t]*=(?!=)\s*/y;
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
  const [, owner] = script.match(ADD) ?? [];
  if (owner !== undefined) {
    const table = script.table(owner);
    const isCookie = script.match(COOKIE) !== undefined;
    const [name = '', value = ''] = [script.value()].flat();
    if (!isCookie) table[textOf(name)] = value;
    else table['Cookie'] = [...[table['Cookie'] ?? []].flat(), `${textOf(name)}=${textOf(value)}`];
    return true;
  }
  const [, variable, member, item = member] = script.match(ASSIGNMENT) ?? [];
  if (variable === undefined) return false;
  if (item !== undefined) script.table(variable)[item] = script.value();
  // What is assigned by the command itself is its response.
  else if (!script.isAt(CMDLET)) script.assign(variable);
  return true;
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
    if (table !== undefined) for (const [key, value] of Object.entries(script.table(table))) set(key, value);
    else if (name !== undefined && SWITCHES.test(name)) set(name, true);
    else set(name ?? 'Uri', script.argument());
  }
}

function convertCmdlet(script: PowerShellScript, draft: ConversionDraft): ConversionDraft {
  const parameters = parametersOf(script);
  const take = (name: string): Value | undefined => {
    const value = parameters.get(name);
    parameters.delete(name);
    return value;
  };
  const text = (name: string): string | undefined => {
    const value = take(name);
    return value === undefined ? undefined : textOf(value);
  };
  const table = (name: string): Table => {
    const value = take(name) ?? newTable();
    if (isTable(value)) return value;
    throw new NotConvertible(`The table of -${name} is not in the text. Write it as @{ "Name" = "value" }.`);
  };
  const header = (name: string, value: string | undefined) => {
    if (value !== undefined) draft.headers.push({ name, value });
  };

  const address = text('uri');
  if (address === undefined) throw new NotConvertible('The PowerShell command has no -Uri.');
  draft.url = absolute(address);
  draft.method = text('method')?.toUpperCase() ?? 'GET';
  setSession(draft, take('websession'));
  const headers = Object.entries(table('headers'));
  const names = headers.map(([name]) => name.toLowerCase());
  const isCopied = PSEUDO.every((name) => names.includes(name));
  for (const [name, value] of headers)
    if (!isCopied || !PSEUDO.includes(name.toLowerCase())) header(name, textOf(value));
  header('User-Agent', text('useragent'));
  header('Content-Type', text('contenttype'));
  const token = text('token');
  header('Authorization', token && `Bearer ${token}`);
  draft.bodyFile = text('infile');
  setBody(draft, take('body'));
  const { options } = draft;
  const redirects = Number(text('maximumredirection') ?? '5');
  if (redirects > 0) options.follow_redirects = true;
  if (redirects > 0 && redirects !== 5) options.max_redirects = redirects;
  const seconds = Number(text('timeoutsec') ?? '0');
  if (seconds > 0) options.timeout_ms = seconds * 1000;
  if (take('skipcertificatecheck')) options.insecure = true;
  const output = text('outfile');
  if (output !== undefined) options.output = output;
  for (const name of parameters.keys()) if (!IGNORED.test(name)) draft.leaveOut(`-${name}`);
  return draft;
}

function setSession(draft: ConversionDraft, session: Value = newTable()): void {
  if (!isTable(session)) {
    draft.note('The cookies of the `-WebSession` are not in the text: add a Cookie header.');
    return;
  }
  const { UserAgent: agent, Cookie: cookies } = session;
  if (agent !== undefined) draft.headers.push({ name: 'User-Agent', value: textOf(agent) });
  if (Array.isArray(cookies)) draft.headers.push({ name: 'Cookie', value: cookies.join('; ') });
}

/** A table is the query of a GET, and a form otherwise. */
function setBody(draft: ConversionDraft, body: Value | undefined): void {
  if (body === undefined) return;
  if (isTable(body)) {
    const pairs = formText(Object.entries(body).map(([name, value]) => [name, textOf(value)]));
    if (draft.method === 'GET') draft.url = withQuery(draft.url, pairs);
    else draft.body = pairs;
  } else draft.body = textOf(body);
  if (draft.body !== undefined && /^(?:POST|PUT)$/.test(draft.method ?? ''))
    draft.imply('Content-Type', FORM_TYPE);
}
