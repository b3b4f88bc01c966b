/**
 * Finds words and phrases that this project does not use, with the term to use instead.
 *   node scripts/check-words.mjs [--all] [folder or file…]
 * Prints each place as `file:line: found, instead: term` and exits with status 1 if there is one. `npm run lint` runs it.
 * `--all` also checks the layers that still have such words.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What is checked: prose and code. The OpenAPI document has the texts of src/schemas and src/routes. */
const CHECKED = /^(?:src\/.*\.(?:ts|tsx|css)|docs\/.*\.md|[A-Z]+\.md|clients\/[^/]+\/README\.md)$/;

/** Layers whose words are not replaced yet. Take one out when it is clean. */
const LATER = /^src\/(?:pages|web)\//;

/**
 * Pattern and term. Precise enough for no false alarm: a word that is also good English is only matched in the phrase
 * in which it is not.
 */
const WORDS = [
  [
    /\bis told\b|\bare told\b|\bwas told\b|\bbe told\b|\btold apart\b|\btold of\b/i,
    'is reported, shown or documented',
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
  [
    /\b(?:an|the|its|each|every|whole|this|that|of|first) answers?\b(?! to\b)(?= (?:of|from) the (?:target|server|service)\b)/i,
    'response',
  ],
  [/\banswers? of (?:tests?|targets?|the target)\b/i, 'response'],
];

const all = process.argv.includes('--all');
const paths = process.argv.slice(2).filter((argument) => argument !== '--all');
const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...paths], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
let found = 0;
for (const file of listed.stdout.split('\0')) {
  if (!CHECKED.test(file) || (LATER.test(file) && !all)) continue;
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (file === 'CHANGELOG.md' && /^## \[\d/.test(line)) break;
    for (const [pattern, term] of WORDS) {
      const [match] = pattern.exec(line) ?? [];
      if (match === undefined) continue;
      console.log(`${file}:${at + 1}: "${match}", instead: ${term}`);
      found += 1;
    }
  }
}
console.log(found === 0 ? 'no word to replace' : `${found} to replace`);
process.exitCode = found === 0 ? 0 : 1;
