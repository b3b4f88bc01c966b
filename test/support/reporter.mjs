/**
 * What `npm test` prints: a line for each file with how many of them are done, every failure in full, every skipped test with its reason, and
 * the totals. tap's own reporters either redraw the terminal or print each assertion; neither can be read in a log.
 * JavaScript, because tap loads its reporter without the tests' TypeScript loader.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';

/** After so many failed points of one file the others are only counted: a test that fails in a loop says enough. */
const MOST_FAILURES = 100;

const POINT = /^( *)(not )?ok \d+(?: - (.*))?$/;

/** How many files are run: those named on the command line, or all. */
function countFiles() {
  const named = process.argv.slice(2).filter((arg) => existsSync(arg));
  const files = (named.length > 0 ? named : ['test']).flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [path],
  );
  return files.filter((path) => path.endsWith('.test.ts')).length;
}

export default class Reporter extends Transform {
  #files = countFiles();
  #done = 0;
  /** Failed points of the file under way: tap hands on one file after the other. */
  #failures = 0;
  #rest = '';
  /** Names of the subtests around the current line, outermost first. */
  #around = [];
  /** Indentation of the failed point whose diagnostics are being printed; -1: none. */
  #failedAt = -1;

  _transform(chunk, _encoding, done) {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    done();
  }

  _flush(done) {
    if (this.#rest !== '') this.#line(this.#rest);
    done();
  }

  #line(line) {
    const depth = line.search(/\S|$/);
    const subtest = /^ *# Subtest: (.*)$/.exec(line);
    if (subtest !== null) {
      this.#around.length = depth / 4;
      this.#around.push(subtest[1]);
      return;
    }
    const point = POINT.exec(line);
    if (point !== null) {
      this.#point(depth, point[2] !== undefined, point[3] ?? '');
      return;
    }
    const totals = /^# \{ (total: .*) \}$/.exec(line);
    if (totals !== null) this.push(`\nassertions: ${totals[1]}\n`);
    else if (/^(Bail out!| *# (?!time=|Subtest))/.test(line)) this.push(`${line}\n`);
    else if (this.#failedAt >= 0 && depth > this.#failedAt) this.push(`${line}\n`);
    else if (line !== '') this.#failedAt = -1;
  }

  #point(depth, failed, text) {
    this.#around.length = Math.min(this.#around.length, depth / 4);
    const skipped = / # (SKIP|TODO)/i.test(text); // not a failure, whatever the point says (TAP 14)
    this.#failedAt = failed && !skipped && this.#failures < MOST_FAILURES ? depth : -1;
    const ofFile = depth === 0 && this.#done < this.#files;
    if (ofFile) this.#done += 1;
    if (depth === 0) this.#failures = 0;
    const path = [...this.#around, text].join(' > ');
    if (skipped) this.push(`skipped ${path}\n`);
    else if (failed && (ofFile || ++this.#failures <= MOST_FAILURES)) this.push(`not ok  ${path}\n`);
    else if (depth === 0) this.push(`ok      ${text}\n`);
    if (ofFile && this.#done % 10 === 0) this.push(`        ${this.#done} of ${this.#files} files\n`);
  }
}
