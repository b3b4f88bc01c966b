/** What programs do with a response: save it byte for byte, fail on a status, show headers, print a stream. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { generateCode, LANGUAGES } from '../../src/codegen/index.ts';
import { parseCurl } from '../../src/curl/index.ts';
import { startRecorder } from '../support/recorder.ts';
import { type Prepared, RUNNERS, workspace } from './support/runners.ts';

const BYTES = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7) % 256));
const TEXT = 'what was missing';

/** By name, a command, whether it ends well, and what it prints. */
const CASES: readonly [name: string, command: string, isWell: boolean, shown: RegExp | undefined][] = [
  ['output', 'curl -o saved.bin ORIGIN/bytes', true, /^(?!.*what)/s],
  ['remote-name', 'curl -O --output-dir sub ORIGIN/bytes.bin?x=1', true, undefined],
  ['fail', 'curl -f ORIGIN/missing', false, /^(?!.*what was missing)/s],
  ['fail-with-body', 'curl --fail-with-body ORIGIN/missing', false, /what was missing/],
  ['no-fail', 'curl ORIGIN/missing', true, /what was missing/],
  ['headers', 'curl -i ORIGIN/text', true, /x-seen: yes.*what was missing/is],
  ['head', 'curl -I ORIGIN/text', true, /200.*x-seen: yes/is],
  ['stream', 'curl -N ORIGIN/text', true, /what was missing/],
  ['events', "curl ORIGIN/text -H 'Accept: text/event-stream'", true, /what was missing/],
];

for (const language of LANGUAGES)
  t.test(language, async (t) => {
    const runner = RUNNERS[language];
    const reason = runner === undefined ? 'there is no runner for it' : runner.missing();
    if (runner === undefined || reason !== undefined)
      return t.pass(`not run: ${reason}`, { skip: reason ?? true });
    const recorder = await startRecorder(({ target }) => ({
      status: target.startsWith('/missing') ? 404 : 200,
      headers: [['X-Seen', 'yes']],
      body: target.startsWith('/bytes') ? BYTES : TEXT,
    }));
    const { root, cwd, remove } = await workspace();
    t.teardown(async () => {
      await recorder.close();
      await remove();
    });
    const programs: Prepared[] = [];
    const { mkdir } = await import('node:fs/promises');
    await mkdir(join(cwd, 'sub'));
    for (const [name, command] of CASES) {
      const { code, warnings } = generateCode(
        parseCurl(command.replace('ORIGIN', recorder.origin)),
        language,
      );
      t.same(warnings, [], `${name}: nothing is left out`);
      const folder = join(root, 'programs', name);
      await mkdir(folder, { recursive: true });
      programs.push({ name, code, folder });
    }
    const outcomes = await runner.run(programs, cwd);
    for (const [index, [name, , isWell, shown]] of CASES.entries()) {
      const { status, output } = outcomes[index] ?? { status: -1, output: '' };
      t.equal(status === 0, isWell, `${name}: ends ${isWell ? 'well' : 'with another status than 0'}`) ||
        t.comment(`${status} ${output}\n${programs[index]?.code}`);
      if (shown !== undefined) t.match(output, shown, `${name}: what is shown`);
    }
    for (const file of ['saved.bin', 'sub/bytes.bin'])
      t.ok((await readFile(join(cwd, file))).equals(BYTES), `${file} has the bytes`);
  });
