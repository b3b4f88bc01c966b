/** `files`, `install` and `run` of a program work word for word in an empty folder. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { EMITTERS, generateCode, LANGUAGES } from '../../src/codegen/index.ts';
import { long } from '../support/full.ts';
import { missing } from '../support/installed.ts';
import { startRecorder } from '../support/recorder.ts';
import { WINDOWS } from './support/runners.ts';

const PROGRAMS = LANGUAGES.flatMap((language) =>
  EMITTERS[language].libraries
    .filter(({ name }) => !WINDOWS.has(name))
    .map(({ name }) => [language, name] as const),
);

/** What a machine with the language has, or needs for the library. */
const TOOLS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  python: ['python3', '-c', 'import venv, ensurepip'],
  csharp: ['dotnet', '--version'],
  go: ['go', 'version'],
  ruby: ['ruby', '--version'],
  php: ['php', '--version'],
  java: ['java', '-version'],
  rust: ['cargo', '--version'],
  OkHttp: ['mvn', '--version'],
  // Composer's registry is not to be reached from everywhere.
  Guzzle: ['composer', 'show', '--available', '--no-interaction', 'guzzlehttp/guzzle'],
};

for (const [language, library] of PROGRAMS)
  t.test(`${language} with ${library}`, { skip: long }, async (t) => {
    const [command, ...args] = TOOLS[library] ?? TOOLS[language] ?? ['node', '--version'];
    const skip = missing(`${command} for ${library}`, command, ...args);
    if (skip !== false) return t.pass('not run', { skip });
    const recorder = await startRecorder(() => ({ body: 'the answer' }));
    const folder = mkdtempSync(join(tmpdir(), 'playgrounds-install-'));
    t.teardown(async () => {
      await recorder.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const request = { url: `${recorder.origin}/`, method: 'POST', body: { name: 'Ada é', size: 19.5 } };
    const { code, filename, files = [], install, run } = generateCode(request, language, { library });
    for (const { name, content } of [...files, { name: filename, content: code }]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    const output = await new Promise<string>((resolve) =>
      execFile(
        'bash',
        ['-ec', [...(install === null ? [] : [install]), run].join('\n')],
        { cwd: folder, timeout: 800_000, maxBuffer: 1e8 },
        (error, stdout, stderr) => resolve(`${error === null ? '' : String(error)}${stdout}${stderr}`),
      ),
    );
    t.match(output, 'the answer', `${install ?? 'nothing'}, then ${run}`) || t.comment(code);
  });
