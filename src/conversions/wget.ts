/** Converts a wget command. What its options do is that of wget 1.24's manual. */
import { absolute, ConversionDraft, NotConvertible } from './conversion-draft.ts';
import { argumentsOf, options } from './shell-words.ts';

/** Options with a value that change neither the request nor its response. */
const SILENT =
  /^(?:-o|-a|-P|--directory-prefix|--output-file|--append-output|--progress|--limit-rate|-w|--wait|--local-encoding|--report-speed)$/;
/** Options without a value that change neither. */
const DISPLAY =
  /^(?:-q|-v|-d|-b|-N|-x|--quiet|--verbose|--debug|--no-verbose|--show-progress|--server-response|-S|--content-disposition|--trust-server-names|--no-clobber|--background|--no-config|--timestamping|--content-on-error|--save-headers|--no-hsts|--auth-no-challenge|--no-dns-cache|--no-cache)$/;
/** Options that fetch more than one document. */
const MANY =
  /^(?:-r|-m|-p|-k|-i|-F|-l|-A|-R|--recursive|--mirror|--page-requisites|--convert-links|--input-file|--force-html|--level|--accept|--reject)$/;

/** Options whose value is that of an option of the request. */
const TEXTS = {
  '--load-cookies': 'cookie_file',
  '--save-cookies': 'cookie_jar',
  '--ca-certificate': 'cacert',
  '--certificate': 'cert',
  '--private-key': 'key',
  '--bind-address': 'interface',
} as const;
const isText = (name: string): name is keyof typeof TEXTS => name in TEXTS;
/** Other options with a value. */
const WITH_VALUE =
  /^(?:-e|--header|--method|--(?:post|body)-(?:data|file)|--(?:http-)?(?:user|password)|--user-agent|--referer|--(?:connect-)?timeout|--max-redirect|--output-document|--tries|--compression|--start-pos)$/;

/** Short names of options. */
const LONG: Readonly<Record<string, string>> = {
  '-O': '--output-document',
  '-U': '--user-agent',
  '-T': '--timeout',
  '-t': '--tries',
};

/** @throws NotConvertible for a command that fetches more than one document */
export function convertWget(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  const { words } = argumentsOf(text, /(?:^|[\\/])wget(?:\.exe)?$/, draft);
  draft.options.follow_redirects = true;
  draft.options.max_redirects = 20;
  const takesValue = (short: string) => {
    const name = LONG[short] ?? short;
    return isText(name) || WITH_VALUE.test(name) || SILENT.test(name);
  };
  // `-nv`, `-nc`, `-np` and `-nd` are options of two letters.
  const spelled = words.map((word) => (/^-n[vcdHp]$/.test(word) ? '--no-verbose' : word));
  for (const found of options(spelled, takesValue))
    if (!('operand' in found)) setOption(draft, LONG[found.name] ?? found.name, found.value ?? '');
    else if (draft.url === '') draft.url = absolute(found.operand);
    else draft.note('wget fetches several URLs; this is the first.');
  if (draft.url === '') throw new NotConvertible('The wget command has no URL.');
  if (draft.body !== undefined || draft.bodyFile !== undefined)
    draft.imply('Content-Type', 'application/x-www-form-urlencoded');
  return draft;
}

function setOption(draft: ConversionDraft, name: string, value: string): void {
  const { headers, options: request } = draft;
  if (isText(name)) request[TEXTS[name]] = value;
  else if (name === '--header') addHeader(draft, value);
  else if (name === '--user-agent') headers.push({ name: 'User-Agent', value });
  else if (name === '--referer') headers.push({ name: 'Referer', value });
  else if (name === '--start-pos') headers.push({ name: 'Range', value: `bytes=${value}-` });
  else if (name === '--method') draft.method = value;
  else if (/^--(?:post|body)-data$/.test(name)) draft.body = value;
  else if (/^--(?:post|body)-file$/.test(name)) draft.bodyFile = value;
  else if (/^--(?:http-)?user$/.test(name)) draft.auth = { password: '', ...draft.auth, username: value };
  else if (/^--(?:http-)?password$/.test(name)) draft.auth = { username: '', ...draft.auth, password: value };
  else if (/^--(?:connect-)?timeout$/.test(name)) setTimeouts(draft, name, value);
  else if (name === '--max-redirect' && value === '0') delete request.follow_redirects;
  else if (name === '--max-redirect') request.max_redirects = Number(value);
  else if (name === '--output-document' && value !== '-' && value !== '/dev/null') request.output = value;
  else if (name === '--tries' && Number(value) > 1) request.retry = { count: Number(value) - 1 };
  else if (name === '--compression' && value !== 'none') request.compressed = true;
  else if (MANY.test(name))
    throw new NotConvertible(`\`${name}\` makes wget fetch several documents. A request is one.`);
  else if (name === '--no-check-certificate') request.insecure = true;
  else if (name === '--spider') draft.method = 'HEAD';
  else if (name === '-4' || name === '--inet4-only') request.ip_version = 4;
  else if (name === '-6' || name === '--inet6-only') request.ip_version = 6;
  else if (name === '-e' || !(DISPLAY.test(name) || SILENT.test(name) || WITH_VALUE.test(name)))
    draft.leaveOut(name);
  if (name.startsWith('--post-')) draft.method = 'POST';
}

function addHeader(draft: ConversionDraft, line: string): void {
  const colon = line.indexOf(':');
  if (colon < 1) draft.leaveOut(`--header=${line}`);
  else draft.headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
}

/** A timeout is of each wait for the network, which curl does not limit but for connecting. */
function setTimeouts(draft: ConversionDraft, name: string, value: string): void {
  const milliseconds = Math.round(Number(value) * 1000);
  if (milliseconds > 0) {
    draft.options.connect_timeout_ms = milliseconds;
    if (name === '--timeout') draft.options.timeout_ms = milliseconds;
  } else if (value !== '0') draft.leaveOut(`--timeout=${value}`);
}
