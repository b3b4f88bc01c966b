/** Readings of texts that are encoded as a whole: the source of HTML, strings of JSON, YAML and programs, lists of arguments. */
import { indexOr } from '../word.ts';
import { ARGUMENT, type Excerpt, MENTION, type Reading } from './reading.ts';
import { allBut, cutsOf, Source } from './source.ts';

const CHARACTERS = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));
/** A character reference (HTML, 13.5), or a tag. */
const MARKUP = /&#?\w{2,5};|<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?>/gi;
/** Outside of quotes neither is anything to a shell. */
export const HTML_SIGN =
  /&(?:amp|lt|gt|quot|apos|nbsp|#\d{2,4}|#x[\da-f]{2,4});|<\/(?:pre|code|p|div|span|li|td)>|<br *\/?>/i;
const ELEMENT = /<(pre|code|kbd|samp|tt)(?:\s[^<>]*)?>/gi;

function referenced(reference: string): string {
  if (reference.startsWith('<')) return '';
  const name = reference.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return CHARACTERS.get(name) ?? reference;
  const code = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : reference;
}

function* html(text: string): Iterable<Excerpt> {
  if (!HTML_SIGN.test(text)) return;
  const removed = 'tags were removed and references such as `&quot;` decoded';
  let end = 0;
  for (const { 0: tag, 1: name = '', index } of text.matchAll(ELEMENT)) {
    if (index < end) continue;
    const start = index + tag.length;
    end = indexOr(text.indexOf(`</${name}>`, start), text.length);
    const inside = text.slice(start, end);
    if (/\bcurl\b/.test(inside))
      yield { cuts: allBut(text, { start, end }, cutsOf(inside, MARKUP, start, referenced)), removed };
  }
  if (end === 0) yield { cuts: cutsOf(text, MARKUP, 0, referenced), removed };
}

/** `{{ name }}` and `{{ name | filter }}` of a template, whose blanks end words for a shell. */
const PADDED = /(?<=\{\{)[ \t]{0,10}([\w.-]{1,80})[ \t]{0,10}(?:\|[^{}\n]{0,80})?(?=\}\})/g;

function* template(text: string): Iterable<Excerpt> {
  const { bare } = text.includes('{{') ? new Source(text).hidden : { bare: '' };
  if (!/\{\{[ \t]/.test(bare)) return;
  const cuts = cutsOf(text, PADDED, 0, (found) => found.replace(/\|.*/, '').trim());
  yield { cuts, removed: 'blanks and filters within `{{…}}` were removed' };
}

/** What opens a string that begins with curl, by itself or behind another command. */
const OPENING = new RegExp(
  String.raw`("${'""'}|'''|["'${'`'}])(?=(?:\s{0,20}|[^"'${'`'}\n]{1,200}(?:&&|;|\|) *)(?:[$!] ?)?(?:sudo +)?(?:\/[\w./-]{1,40}\/)?curl(?:\.exe)?(?:[ \t]|\\n|\\\\|\\?\n){1,20}\\?${ARGUMENT})`,
  'g',
);
/** A place where only code has a string: escapes in it are undone. */
const IN_CODE = /(?:[(,[=+:{]|(?:^|\n)[ \t]*(?:sh|bat|system|return))[ \t\n]*[fFrRbu]{0,2}$/;
/** The value of a key, or an item of a list: YAML's, where it has single quotes. */
const IN_YAML = /(?:^|\n)[ \t]*(?:- +(?:[\w.-]+: +)?|[\w.-]+: +)$/;
const FOLD = /(?<![ \t])[ \t]*\n\s*/g;
const YAML_QUOTE = new RegExp(`''|${FOLD.source}`, 'g');
/** What joins a further string, or fills in values. */
const JOINED = /^[ \t]*(?:\\?\n[ \t]*)?(?:[+&]|\.(?!\w)|\.format\(|%[ \t]*[\w({[]|["'`]|,\s*["'`][-$])/;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r?\n|[\\"'`/$nrt])/g;
/** The same with what no shell fills in: `#{…}` of Ruby, `${a.b}` of Groovy and Terraform. */
const DOUBLE = new RegExp(`${ESCAPE.source}|#\\{[^{}"\`]{1,80}\\}|\\$\\{\\w+(?:\\.[\\w[\\]]+)+\\}`, 'g');
/** With what a template of JavaScript, a string of PHP, or an f-string of Python fills in. */
const TEMPLATE = new RegExp(`${ESCAPE.source}|[#$]\\{[^{}\`]{1,80}\\}`, 'g');
const PHP = new RegExp(`${ESCAPE.source}|\\{\\$[^{}"]{1,80}\\}|\\$[A-Za-z_]\\w*(?:->\\w+)?`, 'g');
const F_STRING = new RegExp(`${ESCAPE.source}|\\{\\{|\\}\\}|\\{[^{}"']{1,80}\\}`, 'g');
/** A file of Docker Compose, where `$$` is a dollar sign. */
export const COMPOSE = /^[ \t]*(?:services|healthcheck|command|entrypoint|test):|\bCMD-SHELL\b/m;
const FOLDED = new RegExp(`${ESCAPE.source}|${FOLD.source}`, 'g');
const COMPOSED = new RegExp(`${FOLDED.source}|\\$(?=\\$[A-Z{\\d])`, 'g');
const CONTROLS: ReadonlyMap<string, string> = new Map(Object.entries({ n: '\n', r: '\r', t: '\t' }));

function unescaped(written: string): string {
  if (written === '$') return '';
  if (written === "''") return "'";
  // YAML folds lines; an empty one is a line end.
  if (/^[ \t]*\n/.test(written)) return '\n'.repeat(written.split('\n').length - 2) || ' ';
  if (written === '{{' || written === '}}') return written.charAt(0);
  // What a program fills in is a placeholder.
  if (!written.startsWith('\\'))
    return `{{${written.replace(/[^\w.]+/g, '_').replace(/^[\d_.]+|(?<!_)_+$/g, '') || 'VALUE'}}}`;
  const char = written.charAt(1);
  if (/[ux]/.test(char)) return String.fromCharCode(Number.parseInt(written.slice(2), 16)).toWellFormed();
  return /[\r\n]/.test(char) ? '' : (CONTROLS.get(char) ?? char);
}

/** The escapes of a string: undefined for a raw string. */
function escapesOf(text: string, quote: string, before: string): RegExp | undefined {
  if (/[rR]$/.test(before) || (quote === '`' && /:=\s*$|exec\.Command/.test(before))) return undefined;
  if (/f$/i.test(before) && quote !== '`') return F_STRING;
  if (quote === '`') return TEMPLATE;
  if (quote === '"' && /\b(?:shell_exec|passthru)[ \t]*\([ \t]*$|^<\?php/.test(before)) return PHP;
  const isYaml = IN_YAML.test(before);
  if (isYaml && quote === "'") return YAML_QUOTE;
  if (COMPOSE.test(text)) return COMPOSED;
  return isYaml ? FOLDED : quote.startsWith('"') ? DOUBLE : ESCAPE;
}

function closingQuote(text: string, from: number, quote: string, escapes: RegExp | undefined): number {
  let end = from;
  while (end < text.length) {
    const isDoubled = escapes === YAML_QUOTE && text.startsWith("''", end);
    if (text.startsWith(quote, end) && !isDoubled) return end;
    end += isDoubled || (text[end] === '\\' && escapes !== undefined && escapes !== YAML_QUOTE) ? 2 : 1;
  }
  return -1;
}

/** Strings of JSON, YAML or a program that begin with a command. @param place matches the text before them */
export function* quotedCommands(text: string, place: RegExp): Iterable<Excerpt> {
  for (const { 1: quote = '', index } of text.matchAll(OPENING)) {
    const before = text.slice(Math.max(index - 60, 0), index);
    const isPlace = place.test(before) || IN_YAML.test(before);
    if (text.slice(0, index).trim() !== '' && (!isPlace || MENTION.test(before))) continue;
    const start = index + quote.length;
    const escapes = escapesOf(text, quote, before);
    const end = closingQuote(text, start, quote, escapes);
    // A part of a text, or of a list.
    const inside = text.slice(start, end);
    const behind = text.slice(end + 1, end + 200);
    if (end < 0 || (quote.length === 1 && JOINED.test(behind))) continue;
    if (inside.endsWith('\\n') && behind.startsWith(',')) continue;
    const cuts = escapes === undefined ? [] : cutsOf(inside, escapes, start, unescaped);
    yield { cuts: allBut(text, { start, end }, cuts), removed: 'quotes and escapes were removed' };
  }
}

/** `["curl", "-f", "https://a.example"]`: the program, and strings behind it. */
const LIST =
  /(?<=^|[\s([{,=:])["'](?:\/[\w./-]{0,60}\/)?curl(?:\.exe)?["'](?:[\s\\]{0,80},[\s\\[]{0,80}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`))+/g;
/** What ends a list: not another value. */
const LIST_END = /^[\s\\]{0,80},?[\s\\]{0,80}[\])}]|^[;\n]|^$/;
const ITEM = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|[\s\\,[]+/g;
/** The same with `$(NAME)`, which Kubernetes fills in. */
const IN_LIST = new RegExp(`${ESCAPE.source}|\\$\\([A-Za-z_]\\w*\\)`, 'g');
/** An option or an address, which a list of packages has not. */
const RUNS = /["'`](?:-|localhost|[^"'`\s]{0,200}(?::\/\/|\.[a-z]{2,}[/:?"']|:\d))/;

function* lists(text: string): Iterable<Excerpt> {
  const put = (written: string) =>
    /^["'`]/.test(written)
      ? `'${written.slice(1, -1).replace(IN_LIST, unescaped).replaceAll("'", "'\\''")}'`
      : ' ';
  for (const { 0: list, index } of text.matchAll(LIST)) {
    const place = { start: index, end: index + list.length };
    const cuts = allBut(text, place, cutsOf(list, ITEM, index, put));
    const isRun = RUNS.test(list) && LIST_END.test(text.slice(place.end, place.end + 200));
    if (isRun) yield { cuts, removed: 'the commas and quotes of the list were removed' };
  }
}

export const STRINGS: readonly Reading[] = [
  { name: 'the source of HTML', read: html },
  { name: 'a template', read: template },
  {
    name: 'a string of JSON, YAML or a program',
    read: (text) => quotedCommands(text, IN_CODE),
    isPart: true,
  },
  { name: 'a list of arguments', read: lists, isPart: true },
];
