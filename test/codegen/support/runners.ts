/**
 * How the programs of each language are built and run in batches: one process a language wherever the programs
 * cannot get in each other's way, so that hundreds of them take seconds.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GENERATORS, type Language } from '../../../src/codegen/index.ts';
import { ENVIRONMENT, FILES } from './cases.ts';

/** One program to run, and where it stands. */
export interface Prepared {
  name: string;
  code: string;
  /** A folder of its own, with nothing in it yet. */
  folder: string;
}

export interface Runner {
  /** Why the language cannot be run here; undefined when it can. */
  missing(): string | undefined;
  /** Runs all programs one after the other with `cwd` as working directory; resolves when all have ended. */
  run(programs: readonly Prepared[], cwd: string): Promise<void>;
}

/** The reason why a command cannot be started; undefined when it can. */
export function missingCommand(command: string, ...args: string[]): string | undefined {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined) return `${command} is not installed`;
  return status === 0 ? undefined : `${command} ${args.join(' ')} fails: ${stderr.trim().split('\n').at(-1)}`;
}

/** Runs a command to its end; its failure is an error that carries the output. */
export function execute(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, ...ENVIRONMENT, NO_PROXY: '*', no_proxy: '*', ...environment };
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env, maxBuffer: 1e8, timeout: 200_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command}: ${error.message}\n${stdout.slice(-4000)}\n${stderr.slice(-4000)}`));
    });
  });
}

const PYTHON_DRIVER = `
import os, runpy, sys
import requests, requests.auth, urllib3

for path, folder in zip(sys.argv[1::2], sys.argv[2::2]):
    child = os.fork()
    if child == 0:
        out = os.open(folder + "/output.txt", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        status = 0
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit as error:
            status = 0 if error.code is None else 1
            print(error.code)
        except BaseException as error:
            import traceback

            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    os.waitpid(child, 0)
`;

const RUBY_DRIVER = `
require "net/http"
require "openssl"
ARGV.each_slice(2) do |path, folder|
  pid = fork do
    $stdout.reopen(folder + "/output.txt", "w")
    $stderr.reopen($stdout)
    load(path)
  end
  Process.wait(pid)
end
`;

const NODE_DRIVER = `
import { createWriteStream } from "node:fs";
import { format } from "node:util";
const [, , ...args] = process.argv;
for (let at = 0; at < args.length; at += 2) {
  const output = createWriteStream(args[at + 1] + "/output.txt");
  console.log = (...values) => output.write(format(...values) + "\\n");
  console.error = console.log;
  try {
    await import("file://" + args[at].split("/").map(encodeURIComponent).join("/"));
  } catch (error) {
    console.log("uncaught", error);
  }
  output.end();
}
process.exit(0);
`;

const BASH_DRIVER = `
while [ $# -gt 0 ]; do
  bash "$1" >"$2/output.txt" 2>&1 </dev/null
  shift 2
done
`;

/** A runner for an interpreter: writes the programs and a driver that runs them all. */
function interpreter(
  language: Language,
  driver: { name: string; text: string },
  command: string,
  check: readonly string[],
): Runner {
  return {
    missing: () => missingCommand(command, ...check),
    async run(programs, cwd) {
      const filename = filenameOf(language);
      const args: string[] = [];
      for (const { code, folder } of programs) {
        const path = join(folder, filename);
        await writeFile(path, code);
        args.push(path, folder);
      }
      const root = join(programs[0]?.folder ?? cwd, '..');
      const path = join(root, driver.name);
      await writeFile(path, driver.text);
      await execute(command, [path, ...args], cwd);
    },
  };
}

const goRunner: Runner = {
  missing: () => missingCommand('go', 'version'),
  async run(programs, cwd) {
    const root = join(programs[0]?.folder ?? cwd, '..');
    const imports: string[] = [];
    const calls: string[] = [];
    for (const [index, { code, folder }] of programs.entries()) {
      const name = `p${index}`;
      await mkdir(join(root, name), { recursive: true });
      // The programs become packages of one: a failure must not end the others.
      const text = code
        .replace(/^package main$/m, `package ${name}`)
        .replace(/^func main\(\) \{$/m, 'func Main() {')
        .replace('\t\tlog.Fatal(err)', '\t\tlog.Print(err)');
      await writeFile(join(root, name, 'main.go'), text);
      imports.push(`\t"programs/${name}"`);
      calls.push(`\tcapture(${JSON.stringify(folder)}, ${name}.Main)`);
    }
    await writeFile(join(root, 'go.mod'), 'module programs\n\ngo 1.24\n');
    await writeFile(
      join(root, 'main.go'),
      `package main\n\nimport (\n\t"log"\n\t"os"\n${imports.join('\n')}\n)\n
func capture(folder string, run func()) {
	file, err := os.Create(folder + "/output.txt")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	os.Stdout = file
	log.SetOutput(file)
	run()
}

func main() {\n${calls.join('\n')}\n}\n`,
    );
    await execute('go', ['build', '-o', 'programs', '.'], root, {
      GOFLAGS: '-mod=mod',
      GOTOOLCHAIN: 'local',
    });
    await execute(join(root, 'programs'), [], cwd);
  },
};

/** Name of a language's program file. */
export function filenameOf(language: Language): string {
  const generator = GENERATORS.find((candidate) => candidate.language === language);
  if (generator === undefined) throw new Error(`no generator for ${language}`);
  return generator.filename;
}

/** The runners that there are. A language without one is not run, which the test says. */
export const RUNNERS: Partial<Record<Language, Runner>> = {
  python: interpreter(
    'python',
    { name: 'driver.py', text: PYTHON_DRIVER },
    process.env['PYTHON'] ?? 'python3',
    ['-c', 'import requests, urllib3; urllib3.HTTPHeaderDict'],
  ),
  javascript: interpreter('javascript', { name: 'driver.mjs', text: NODE_DRIVER }, process.execPath, [
    '--version',
  ]),
  curl: interpreter('curl', { name: 'driver.sh', text: BASH_DRIVER }, 'bash', ['-c', 'curl --version']),
  go: goRunner,
  ruby: interpreter('ruby', { name: 'driver.rb', text: RUBY_DRIVER }, 'ruby', ['-e', 'require "net/http"']),
};

/** `curl 8.17.0` */
export function curlVersion(): string {
  return execFileSync('curl', ['--version'], { encoding: 'utf8' }).split(' ').slice(0, 2).join(' ');
}

/** A working directory with the files that the programs read, and a folder a program. */
export async function workspace(): Promise<{ root: string; cwd: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'playgrounds-codegen-'));
  const cwd = join(root, 'cwd');
  await mkdir(cwd);
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(cwd, name), content);
  return { root, cwd, remove: () => rm(root, { recursive: true, force: true }) };
}
