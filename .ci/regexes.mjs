// Finds regular expressions that take more than linear time: what strangers send meets most of them, and the event
// loop waits. Usage: node .ci/regexes.mjs FOLDER_WITH_RECHECK_AND_TYPESCRIPT FOLDER...
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

const [tools, ...folders] = process.argv.slice(2);
const require = createRequire(resolve(tools, 'x.js'));
const { checkSync } = require('recheck');
const ts = require('typescript');

let checked = 0;
let slow = 0;

/** CPU milliseconds that an expression takes for an attack of some length; Infinity when it does not end. */
function cost(regex, { pumps, suffix }, length) {
  const each = Math.max(1, ...pumps.map(({ pump }) => pump.length));
  const times = Math.ceil(length / each / Math.max(1, pumps.length));
  const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  const began = process.cpuUsage();
  try {
    runInNewContext('text.replace(regex, "")', { text, regex }, { timeout: 5_000 });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  const { user } = process.cpuUsage(began);
  return user / 1000;
}

/** The least of three: other threads of this process, which tidy its memory, make single figures too large. */
const least = (...attack) => Math.min(cost(...attack), cost(...attack), cost(...attack));

/** The checker guesses by how long its attacks take, so a busy machine makes everything slow: what it says is measured. */
function isSlow(regex, attack) {
  for (let length = 2_000; length <= 64_000; length *= 2) {
    const after = least(regex, attack, length * 4);
    if (after > 1_000) return true;
    if (after > 20 && after > 8 * least(regex, attack, length)) return true;
  }
  return false;
}

function check(file, source, node) {
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text);
  const { status, attack, complexity } = checkSync(pattern, flags.replace('v', 'u'), { timeout: 3000 });
  checked += 1;
  // Unknown is what is too large to be told in time.
  if (status !== 'vulnerable') return;
  // What other processes do makes a linear one look slow, but hardly three times.
  const regex = new RegExp(pattern, flags);
  if (![1, 2, 3].every(() => isSlow(regex, attack))) return;
  slow += 1;
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  console.error(`${file}:${line}: ${complexity.summary}, for example with ${attack.pattern}\n  ${node.text}`);
}

for (const folder of folders)
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.ts')) continue;
    const file = join(folder, name);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const walk = (node) => {
      if (ts.isRegularExpressionLiteral(node)) check(file, source, node);
      ts.forEachChild(node, walk);
    };
    walk(source);
  }
console.log(`${checked} regular expressions, ${slow} of them take more than linear time`);
process.exit(slow > 0 || checked === 0 ? 1 : 0);
