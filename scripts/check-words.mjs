/**
 * Finds words and phrases that this project does not use, with the term to use instead.
 *   node scripts/check-words.mjs [folder or file…]
 * Prints each place as `file:line: found, instead: term` and exits with status 1 if there is one. `npm run lint` runs it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What is checked: prose, names and messages of the whole source, the texts of pages, the documents, and what people read of the
 * clients. The OpenAPI document has the texts of src/schemas and src/routes.
 */
const CHECKED =
  /^(?:src\/.*\.(?:tsx?|css)|scripts\/.*|docs\/.*\.md|[A-Z]+\.md|\.env\.example|clients\/[^/]+\/(?:README\.md|(?:src|lib)\/.*\.(?:js|ts|py|rb)|[a-z_]+\.go))$/;

/** What is generated from checked files, and this file. */
const NOT_CHECKED = /^scripts\/check-words|\/(?:models|_sync_\w+)\.|^docs\/side-by-side/;

/** Files of src whose names do not say what they contain. */
const VAGUE_FILES =
  /\/(?:text|run|reading|drafts?|room|gate|turns?|crumbs|joined|grouped|misc|utils?|common-?\d*)\.tsx?$/;
/** Run on pages, in the folder of scripts; the schemas that every endpoint shares. */
const CLEAR_FILES = new Set(['src/web/lib/run.ts', 'src/schemas/common.ts']);

/**
 * Names that are not used, in code or prose. Words stand in names as they are, capitalised or not, so these are matched with their
 * case.
 */
const NAMES = [
  [/\b(?:Save|Open|Http)?Answer(?:s|Of)?\b|\b(?:send|open|log|save)Answers?\b/, 'Response'],
  [/\bOpenValues?\b|\bOpenVariables?\b/, 'UnresolvedValue, UnresolvedVariable'],
  [/\bGrouped\b|\bgroupedBy\b/, 'Batcher'],
  [/\bownTurn\b/, 'yieldToEventLoop'],
  [/\bmadeHeaders?\b/, 'impliedHeaders'],
  [/\b(?:Around|Reading|ReadingView)\b(?= ?[;,}&{:>)]| \{)/, 'PageContext, ParseResult'],
  [/\bDrafts?\b|\bdraftOf\b|\bDrafted\b/, 'RequestDraft is the only draft'],
  [/\bMet\b|\bTold\b|\bTired\b|\bWanted\b|\bTried\b|\bRehearsing\b|\bEffort\b/, 'the term for what it is'],
  [
    /\b(?:is|has|within|assert)(?:Room|DatabaseAway)\b|\bisDatabaseAway\b/,
    'hasFreeSpace, isDatabaseUnavailable',
  ],
  [/\bforget[A-Z]\w+/, 'delete…'],
];

/**
 * Pattern and term. Precise enough for no false alarm: a word that is also good English is only matched in the phrase
 * in which it is not.
 */
const WORDS = [
  [/\b(?:un)?told\b/i, 'is reported, shown or documented; distinguished'],
  [/(?<!as )(?<!are )\bsaid\b/i, 'is reported, written, set'],
  [
    /(?<!questions? )(?<!\(\?:)(?<!question and )\banswer(?:s|ed|ing)?\b(?!.*\b(?:challenges?|questions?)\b)(?<!\b(?:challenges?|Digest|questions?)\b.*)/i,
    'response, respond; "answer" only for challenges and for people',
  ],
  [/\bwhat (?:is|was) said\b|\bis said (?:in|as|by|of|to)\b/i, 'is reported'],
  [/\bremarks?\b/i, 'warning'],
  [/\bstands? behind\b/i, 'follows, comes after'],
  [/\bhas of its own\b|\bhave of their own\b/i, 'name the thing'],
  [/\bmay not be had\b|\bcannot be had\b|\bto be had\b/i, 'is not available'],
  [/\bwhat becomes of\b|\bwhat came of\b/i, 'the result of'],
  [/\bby itself is tried\b|\bmay pass by itself\b/i, 'is retried, transient'],
  [/\bat one time\b/i, 'concurrently'],
  [/\bso manieth\b/i, 'every nth'],
  [/\bcrumbs?\b/i, 'coalesced chunks'],
  [/\bopen values?\b|\bOpenValue\b/, 'unresolved value'],
  [/\bGrouped\b|\bgoes with one statement\b/, 'Batcher, batched'],
  [/\bdeleting much\b/i, 'batched delete'],
  [/\bownTurn\b|\bown turn\b|\bturn of its own\b|\bto itself a turn\b/i, 'yields to the event loop'],
  [/\bmade headers?\b|\bmadeHeaders\b/i, 'implied headers'],
  [/\bbusiest accounts?\b/i, 'top accounts'],
  [/\bspan of a page\b/i, 'keyset range'],
  [/\btired\b/i, 'daily limit reached'],
  [/(?<!\.ci\/)\bstrangers?\b/i, 'anonymous visitor, other account'],
  [/\bNobody listens there\b/, 'Connection refused'],
  [/\bThe answer makes no sense\b/, 'Invalid response'],
  [/\bNo safe connection\b/, 'TLS error'],
  [/\bThat cannot be done\b/, 'Something is wrong with that request'],
  [/\bAnybody with the link\b/, 'Anyone with the link can view'],
  [/\bNothing that you paste is kept\b/, "We don't store what you paste"],
  [/\bfor good\b/, 'permanently'],
  [/\boldest (?:results )?makes? room\b/, 'the oldest are deleted first'],
  [/\b(?:rooms?|house) (?:is|of|may|are|that)\b|\bpure rooms?\b|\bthe \w+ room\b/i, 'module, layer'],
  [/\bthe database is away\b/i, 'the database is unavailable'],
  [/\bevery sender\b/i, 'default headers'],
  [/\btakes in all or nothing\b/i, 'all-or-nothing'],
  [/\bno longer life\b/i, 'cannot exceed its expiry'],
  // Pages: before and after.
  [/\bThey may also run\b/, 'Anyone can run it (counts toward your quota)'],
  [/\bsee the credentials in it\b/, 'Show secrets to readers'],
  [/\beverybody, who may\b|\bSeen by:?\b/, 'Private, Public, Public, runnable'],
  [/\bThe count starts again\b/i, 'resets at'],
  [/\bwhat stood here\b/i, "This page doesn't exist, or it is private."],
  [/\bWhatever uses\b/, 'Anything using this key stops working within seconds.'],
  [/\bmakes? room\b|\bmade room\b/i, 'delete the oldest results'],
  // Docs: before and after.
  [/\bnever too much\b/, 'never too high'],
  [/\bstays the library's\b/, 'is left to the library'],
  [/\bnothing that is there already\b/, 'fail if a row already exists'],
  [/\bends, naming it\b/, 'exits and names it'],
  [/\bwhat comes of it\b|\bwhat becomes of\b|\bcomes alive\b/i, 'the result, the events'],
  [/\bis no JSON object\b|\bfor ever: say\b/i, 'is not'],
];

const paths = process.argv.slice(2);
const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
let found = 0;
for (const file of listed.stdout.split('\0')) {
  if (/^src\//.test(file) && VAGUE_FILES.test(file) && !CLEAR_FILES.has(file)) {
    console.log(`${file}: the name of the file, instead: one that says what is inside`);
    found += 1;
  }
  if (!CHECKED.test(file) || NOT_CHECKED.test(file)) continue;
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (file === 'CHANGELOG.md' && /^## \[\d/.test(line)) break;
    for (const [pattern, term] of [...NAMES, ...WORDS]) {
      const [match] = pattern.exec(line) ?? [];
      if (match === undefined) continue;
      console.log(`${file}:${at + 1}: "${match}", instead: ${term}`);
      found += 1;
    }
  }
}
console.log(found === 0 ? 'no word to replace' : `${found} to replace`);
process.exitCode = found === 0 ? 0 : 1;
