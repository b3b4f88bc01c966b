/** Runs several test files in one process, one after the other; see run.mjs. */
import t from 'tap';

interface TestFile {
  name: string;
  load(): Promise<unknown>;
}

/**
 * Loads the first file, runs its tests, then does the same with the others. A file is loaded within a subtest: those of
 * the file are queued behind it, and tap does not end the run before. A file must not await a subtest at its top level.
 */
export function runFiles([file, ...others]: readonly TestFile[]): void {
  if (file === undefined) return;
  const began = performance.now();
  const before = process.cpuUsage();
  void t.test(`load ${file.name}`, () => file.load());
  void t.test(`end ${file.name}`, async () => {
    const { user, system } = process.cpuUsage(before);
    // The reporter reads it.
    t.comment(
      `file ${file.name} ${Math.round(performance.now() - began)} ms, ${Math.round((user + system) / 1000)} ms of CPU`,
    );
    runFiles(others);
  });
}
