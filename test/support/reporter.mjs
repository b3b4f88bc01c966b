/**
 * Prints the progress of a test run, then every failure with its place, what was not run and why, and the totals. On a
 * terminal the progress is one line, in a log it is a line for every fifth of the files. JavaScript, because tap loads
 * its reporter without the tests' TypeScript loader.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { Transform } from 'node:stream';

/** After so many failed points of one file the others are only counted: a test that fails in a loop says enough. */
const MOST_FAILURES = 100;

/** Where run.mjs writes what runs several files in one process. */
const GROUP = /^\.tap\/groups\//;
/** What group.ts says after the last test of a file. */
const FILE_DONE = /^ *# file (\S+) (\d+) ms/;
const POINT = /^( *)(not )?ok \d+(?: - (.*))?$/;

/** Files that skipped something because a program is missing, for `.ci/run`. */
const NOT_RUN = '.tap/not-run.txt';
/** Files that failed, for run.mjs. */
const FAILED = '.tap/failed.txt';

/** Writes names to a file, one per line, sorted. */
function writeNames(path, names) {
  mkdirSync('.tap', { recursive: true });
  const lines = [...new Set(names)].sort().map((name) => `${name}\n`);
  writeFileSync(path, lines.join(''));
}

/** How many files are run: run.mjs says so, else those named on the command line, or all. */
function countFiles() {
  if (process.env.TEST_FILES !== undefined) return Number(process.env.TEST_FILES);
  const named = process.argv.slice(2).filter((arg) => existsSync(arg));
  const files = (named.length > 0 ? named : ['test']).flatMap((path) =>
    statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : [path],
  );
  return files.filter((path) => path.endsWith('.test.ts')).length;
}

/** `path:line:column` of a failure: the innermost place in a test file, else where tap saw it. */
function placeOf(lines) {
  const text = lines.join('\n');
  const inTest = /\btest\/\S+\.test\.ts:\d+:\d+/.exec(text)?.[0];
  const at = /fileName: (\S+)\s+lineNumber: (\d+)/.exec(text);
  return inTest ?? (at === null ? undefined : `${at[1]}:${at[2]}`);
}

export default class Reporter extends Transform {
  #files = countFiles();
  #done = 0;
  #failedFiles = 0;
  /** Failed points of the file under way. */
  #failures = 0;
  #rest = '';
  /** Names of the subtests around the current line, outermost first. */
  #around = [];
  /** Failures of the run, each with the lines that follow its point: `{file, path, depth, lines}`. */
  #failed = [];
  /** Whether a file of the group under way failed. */
  #groupFailed = false;
  /** Reasons of what was skipped in the file under way. */
  #skipping = new Set();
  /** The failure whose diagnostics and comments are being read. */
  #open;
  /** What was skipped: files by reason. */
  #skipped = new Map();
  #durations = [];
  #totals = '';

  _transform(chunk, _encoding, done) {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
    done();
  }

  _flush(done) {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#summary();
    done();
  }

  #line(line) {
    const depth = line.search(/\S|$/);
    const subtest = /^ *# Subtest: (.*)$/.exec(line);
    const point = POINT.exec(line);
    const fileDone = FILE_DONE.exec(line);
    if (subtest !== null) {
      this.#around.length = depth / 4;
      this.#around.push(subtest[1]);
    } else if (fileDone !== null) this.#fileDone(fileDone[1], Number(fileDone[2]));
    else if (point !== null) this.#point(depth, point[2] !== undefined, point[3] ?? '');
    else if (/^# \{ total: /.test(line)) this.#totals = line.slice(4, -2);
    else if (/^Bail out!/.test(line)) this.push(`${line}\n`);
    else if (this.#open !== undefined && (depth > this.#open.depth || /^ *# (?!time=)/.test(line)))
      this.#open.lines.push(line);
  }

  #point(depth, failed, text) {
    this.#open = undefined;
    this.#around.length = Math.min(this.#around.length, depth / 4);
    const skip = / # (?:SKIP|TODO) ?(.*)$/i.exec(text); // not a failure, whatever the point says (TAP 14)
    const [name, ms] = text.split(' # time=');
    if (skip !== null)
      this.#skipping.add(skip[1].replaceAll('\\#', '#')); // TAP escapes it
    else if (failed && !this.#isRepeated(depth)) {
      this.#failures += 1;
      this.#open = { path: [...this.#around.slice(1), name], depth, lines: [] };
      if (this.#failures <= MOST_FAILURES) this.#failed.push(this.#open);
    }
    if (depth > 0) return;
    this.#groupFailed = false;
    if (!GROUP.test(name)) this.#fileDone(name, Number.parseFloat(ms ?? '0'));
    else if (this.#failures > 0) this.#fileDone(name, 0); // it ended before its files did
  }

  /** Whether a failed point only repeats those inside it. */
  #isRepeated(depth) {
    const last = this.#failed.at(-1);
    if (depth === 0 && this.#failures === 0) return this.#groupFailed;
    return this.#failures > 0 && last?.file === undefined && last.depth > depth;
  }

  /** All that failed or was skipped since the last file ended belongs to this one. */
  #fileDone(name, ms) {
    const isGroup = GROUP.test(name);
    for (const failure of this.#failed) failure.file ??= name;
    for (const reason of this.#skipping)
      this.#skipped.set(reason, (this.#skipped.get(reason) ?? new Set()).add(name));
    const prefix = process.stdout.isTTY ? '\r\u001b[K' : '';
    if (this.#failures > 0) {
      this.#failedFiles += 1;
      this.#groupFailed = true;
      this.push(`${prefix}not ok ${name}\n`);
    }
    if (!isGroup) this.#done += 1;
    this.#durations.push([ms / 1000, name]);
    this.#failures = 0;
    this.#skipping.clear();
    const failed = this.#failedFiles > 0 ? `, ${this.#failedFiles} failed` : '';
    const progress = `${this.#done} of ${this.#files} files${failed}`;
    const isLast = this.#done === this.#files;
    if (process.stdout.isTTY) this.push(`${prefix}${progress}${isLast ? '\n' : `, last: ${name}`}`);
    else if (isLast || (!isGroup && this.#done % Math.ceil(this.#files / 5) === 0))
      this.push(`${progress}\n`);
  }

  #summary() {
    for (const { file, path, lines } of this.#failed) {
      const place = placeOf(lines);
      this.push(`\nnot ok ${[file, ...path].join(' > ')}\n${place === undefined ? '' : `  at ${place}\n`}`);
      if (lines.length > 0) this.push(`${lines.join('\n')}\n`);
    }
    const slowest = this.#durations.sort(([a], [b]) => b - a).slice(0, 3);
    this.push(
      `\nSlowest: ${slowest.map(([seconds, name]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}\n`,
    );
    if (this.#done < this.#files) this.push(`${this.#files - this.#done} files were not run to their end\n`);
    this.#notRun();
    writeNames(
      FAILED,
      this.#failed.map(({ file }) => file),
    );
    if (this.#totals !== '') this.push(`assertions: ${this.#totals}\n`);
  }

  /** One line for all that is not installed, one for each other reason. */
  #notRun() {
    const missing = new Set();
    const files = new Set();
    for (const [reason, skippedBy] of this.#skipped) {
      const program = /^(.*): not installed$/.exec(reason)?.[1];
      if (program === undefined) this.push(`Skipped in ${skippedBy.size} of the files: ${reason}\n`);
      else missing.add(program);
      if (program !== undefined) for (const file of skippedBy) files.add(file);
    }
    if (missing.size > 0) this.push(`Not run: ${[...missing].sort().join(', ')} (not installed)\n`);
    writeNames(NOT_RUN, files);
  }
}
