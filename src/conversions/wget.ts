/** Converts a wget command. What its options do is that of wget 1.24's manual. */
import { absolute, ConversionDraft, NotConvertible } from './conversion-draft.ts';
import { applyOptions, argumentsOf, ignore, leaveOut, type OptionTable, seconds } from './shell-words.ts';

/** Options that fetch more than one document. */
const MANY =
  /^(?:-[rmpkiFlAR]+|--(?:recursive|mirror|page-requisites|convert-links|input-file|level|accept|reject)(?:=.*)?)$/s;

const OPTIONS: OptionTable = {
  '--header=': (draft, line) => draft.addHeaderLine(line),
  '--user-agent= -U=': (draft, value) => draft.headers.push({ name: 'User-Agent', value }),
  '--referer=': (draft, value) => draft.headers.push({ name: 'Referer', value }),
  '--timeout= -T=': seconds('timeout_ms', '--timeout'),
  '--connect-timeout=': seconds('connect_timeout_ms', '--connect-timeout'),
  '--method=': (draft, method) => draft.set({ method }),
  '--post-data= --body-data=': (draft, body) => draft.set({ body }),
  '--post-file= --body-file=': (draft, bodyFile) => draft.set({ bodyFile }),
  '--user= --http-user=': (draft, username) => draft.set({ auth: { password: '', ...draft.auth, username } }),
  '--password= --http-password=': (draft, password) =>
    draft.set({ auth: { username: '', ...draft.auth, password } }),
  '--output-document= -O=': ({ options }, output) => {
    if (output !== '-' && output !== '/dev/null') options.output = output;
  },
  '--no-check-certificate': ({ options }) => Object.assign(options, { insecure: true }),
  '--spider': (draft) => draft.set({ method: 'HEAD' }),
  '-q -v -d -b -N -x -S --quiet --verbose --no-verbose --show-progress --server-response --content-disposition --no-clobber --no-hsts --no-cache':
    ignore,
  '-o= -a= -P= -w= -t= --tries= --waitretry= --directory-prefix= --output-file= --append-output= --progress= --limit-rate= --wait=':
    ignore,
  '--dns-timeout= --read-timeout= -e= -B= -D= -Q= --execute= --base= --load-cookies= --save-cookies= --bind-address= --start-pos= --compression= --warc-file= --ca-directory= --proxy-user= --proxy-password= --secure-protocol= --max-redirect= --certificate= --private-key= --ca-certificate= --local-encoding= --remote-encoding=':
    leaveOut,
};

/** @throws NotConvertible for a command that fetches more than one document */
export function convertWget(text: string): ConversionDraft {
  const draft = new ConversionDraft();
  const { words } = argumentsOf(text, /(?:^|[\\/])wget(?:\.exe)?$/, draft);
  const many = words.find((word) => MANY.test(word));
  if (many !== undefined)
    throw new NotConvertible(`\`${many}\` makes wget fetch several documents. A request is one.`);
  if (words.some((word) => word.startsWith('--post-'))) draft.method = 'POST';
  draft.options.follow_redirects = true;
  draft.options.max_redirects = 20;
  // `-nv`, `-nc`, `-np` and `-nd` are options of two letters.
  const spelled = words.map((word) => (/^-n[vcdHp]$/.test(word) ? '--no-verbose' : word));
  const [address, ...others] = applyOptions(draft, spelled, OPTIONS);
  if (address === undefined) throw new NotConvertible('The wget command has no URL.');
  draft.url = absolute(address);
  if (others.length > 0) draft.note('wget fetches several URLs; this is the first.');
  if (draft.body !== undefined || draft.bodyFile !== undefined)
    draft.imply('Content-Type', 'application/x-www-form-urlencoded');
  return draft;
}
