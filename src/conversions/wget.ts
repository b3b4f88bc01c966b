/** Converts a wget command. What its options do is that of wget 1.24's manual. */
import { ConversionDraft, NotConvertible } from './conversion-draft.ts';
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

/** What options with a value mean. */
const VALUES: Readonly<Record<string, (draft: ConversionDraft, value: string) => void>> = {
  '--header': addHeader,
  '--method': (draft, value) => {
    draft.method = value;
  },
  '--post-data': setPost,
  '--body-data': setBody,
  '--post-file': (draft, value) => {
    draft.method = 'POST';
    draft.bodyFile = value;
  },
  '--body-file': (draft, value) => {
    draft.bodyFile = value;
  },
  '--user': setUser,
  '--http-user': setUser,
  '--password': setPassword,
  '--http-password': setPassword,
  '--user-agent': (draft, value) => draft.headers.push({ name: 'User-Agent', value }),
  '--referer': (draft, value) => draft.headers.push({ name: 'Referer', value }),
  '--timeout': setTimeoutOption,
  '--connect-timeout': (draft, value) => setSeconds(draft, 'connect_timeout_ms', value),
  '--max-redirect': (draft, value) => {
    if (value === '0') delete draft.options.follow_redirects;
    else draft.options.max_redirects = Number(value);
  },
  '--output-document': (draft, value) => {
    if (value !== '-' && value !== '/dev/null') draft.options.output = value;
  },
  '--tries': (draft, value) => {
    if (Number(value) > 1) draft.options.retry = { count: Number(value) - 1 };
  },
  '--load-cookies': (draft, value) => {
    draft.options.cookie_file = value;
  },
  '--save-cookies': (draft, value) => {
    draft.options.cookie_jar = value;
  },
  '--ca-certificate': (draft, value) => {
    draft.options.cacert = value;
  },
  '--certificate': (draft, value) => {
    draft.options.cert = value;
  },
  '--private-key': (draft, value) => {
    draft.options.key = value;
  },
  '--compression': (draft, value) => {
    if (value !== 'none') draft.options.compressed = true;
  },
  '--bind-address': (draft, value) => {
    draft.options.interface = value;
  },
  '--start-pos': (draft, value) => draft.headers.push({ name: 'Range', value: `bytes=${value}-` }),
};

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
  const takesValue = (name: string) => (LONG[name] ?? name) in VALUES || SILENT.test(name) || name === '-e';
  for (const found of options(words.flatMap(spelledOut), takesValue)) {
    if ('operand' in found) {
      if (draft.url === '')
        draft.url =
          /^[a-z]+:\/\//i.test(found.operand) || /^[{$]/.test(found.operand)
            ? found.operand
            : `http://${found.operand}`;
      else draft.note('wget fetches several URLs; this is the first.');
      continue;
    }
    const name = LONG[found.name] ?? found.name;
    const known = VALUES[name];
    if (known !== undefined) known(draft, found.value ?? '');
    else if (MANY.test(name))
      throw new NotConvertible(`\`${name}\` makes wget fetch several documents. A request is one.`);
    else if (name === '--no-check-certificate') draft.options.insecure = true;
    else if (name === '--spider') draft.method = 'HEAD';
    else if (name === '-4' || name === '--inet4-only') draft.options.ip_version = 4;
    else if (name === '-6' || name === '--inet6-only') draft.options.ip_version = 6;
    else if (!DISPLAY.test(name) && !SILENT.test(name)) draft.leaveOut(name);
  }
  if (draft.url === '') throw new NotConvertible('The wget command has no URL.');
  if (draft.body !== undefined || draft.bodyFile !== undefined)
    draft.imply('Content-Type', 'application/x-www-form-urlencoded');
  return draft;
}

/** `-nv`, `-nc`, `-np` and `-nd` are options of two letters. */
const spelledOut = (word: string): string[] => (/^-n[vcdHp]$/.test(word) ? ['--no-verbose'] : [word]);

function addHeader(draft: ConversionDraft, line: string): void {
  const colon = line.indexOf(':');
  if (colon < 1) draft.leaveOut(`--header=${line}`);
  else draft.headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() });
}

function setPost(draft: ConversionDraft, value: string): void {
  draft.method = 'POST';
  draft.body = value;
}

function setBody(draft: ConversionDraft, value: string): void {
  draft.body = value;
}

function setUser(draft: ConversionDraft, username: string): void {
  draft.auth = { password: '', ...draft.auth, username };
}

function setPassword(draft: ConversionDraft, password: string): void {
  draft.auth = { username: '', ...draft.auth, password };
}

function setTimeoutOption(draft: ConversionDraft, value: string): void {
  // Of each wait for the network, which curl does not limit but for connecting.
  setSeconds(draft, 'connect_timeout_ms', value);
  setSeconds(draft, 'timeout_ms', value);
}

function setSeconds(draft: ConversionDraft, name: 'timeout_ms' | 'connect_timeout_ms', value: string): void {
  const seconds = Number(value);
  if (seconds > 0) draft.options[name] = Math.round(seconds * 1000);
  else if (value !== '0') draft.leaveOut(`--timeout=${value}`);
}
