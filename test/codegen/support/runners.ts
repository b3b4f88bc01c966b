/**
 * How the programs of each language are built and run in batches: one process a language wherever the programs
 * cannot get in each other's way, so that hundreds of them take seconds.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  const env = {
    // A proxy of this machine is not for the servers on loopback.
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name))),
    // A curl other than the one in PATH, for recording with the newest.
    ...(process.env['CURL_BIN'] === undefined
      ? {}
      : { PATH: `${dirname(process.env['CURL_BIN'])}:${process.env['PATH'] ?? ''}` }),
    ...ENVIRONMENT,
    ...environment,
  };
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

const PHP_DRIVER = `
while [ $# -gt 0 ]; do
  php "$1" >"$2/output.txt" 2>&1 </dev/null
  shift 2
done
`;

/**
 * All programs in one javac, and in one JVM but for those that set system properties: the HTTP classes read
 * them once.
 */
const javaRunner: Runner = {
  missing: () => missingCommand('javac', '-version') ?? missingCommand('java', '-version'),
  async run(programs, cwd) {
    const root = join(programs[0]?.folder ?? cwd, '..');
    const files: string[] = [];
    const calls: string[] = [];
    const alone: string[] = [];
    for (const [index, { code, folder }] of programs.entries()) {
      const path = join(folder, 'Main.java');
      await writeFile(path, `package p${index};\n\n${code}`);
      files.push(path);
      if (code.includes('System.setProperty(')) alone.push(`p${index}.Main`);
      else calls.push(`        run(${JSON.stringify(folder)}, () -> p${index}.Main.main(args));`);
    }
    await writeFile(
      join(root, 'Driver.java'),
      `import java.io.File;
import java.io.PrintStream;

public class Driver {
    static void run(String folder, Runnable program) throws Exception {
        File file = new File(folder, "output.txt");
        if (!file.exists()) {
            try (PrintStream output = new PrintStream(file)) {
                System.setOut(output);
                program.run();
            }
        }
    }

    public static void main(String[] args) throws Exception {
${calls.join('\n')}
    }
}
`,
    );
    const flags = ['-encoding', 'UTF-8', '-Xlint:all', '-Werror', '--release', '11', '-d', root];
    await execute('javac', [...flags, join(root, 'Driver.java'), ...files], cwd);
    const java = (main: string) => execute('java', ['-XX:TieredStopAtLevel=1', '-cp', root, main], cwd);
    // A program that fails ends the process; the next one starts behind it.
    for (let done = false; !done; )
      done = await java('Driver').then(
        () => true,
        (error: unknown) => {
          if (!String(error).includes('Request failed')) throw error;
          return false;
        },
      );
    for (const main of alone) await java(main).catch(() => undefined);
  },
};

/** All programs in one assembly, each in a namespace of its own, and in one process. */
function csharpRunner(
  missing: Runner['missing'],
  build: (root: string, sources: readonly string[], cwd: string) => Promise<unknown>,
  start: (root: string, cwd: string) => Promise<unknown>,
): Runner {
  return {
    missing,
    async run(programs, cwd) {
      const root = join(programs[0]?.folder ?? cwd, '..');
      const driver = join(root, 'Driver.cs');
      const files: string[] = [];
      const calls: string[] = [];
      for (const [index, { code, folder }] of programs.entries()) {
        const path = join(folder, 'Program.cs');
        const text = code.replace(/^public static class Program$/m, `namespace P${index} {\n$&`);
        await writeFile(path, `${text}}\n`);
        files.push(path);
        calls.push(`        Run(${JSON.stringify(folder)}, P${index}.Program.Main);`);
      }
      await writeFile(
        driver,
        `using System;
using System.IO;

public static class Driver
{
    private static void Run(string folder, Func<int> program)
    {
        using (var output = new StreamWriter(folder + "/output.txt"))
        {
            Console.SetOut(output);
            program();
        }
    }

    public static void Main()
    {
${calls.join('\n')}
    }
}
`,
      );
      await build(root, [driver, ...files], cwd);
      await start(root, cwd);
    },
  };
}

/** Why .NET and its compiler, as .ci/toolchains leaves them behind, cannot be run; undefined when they can. */
export function missingDotnet(): string | undefined {
  const missing = missingCommand('dotnet-csharp', 'version');
  return missing?.endsWith('not installed') ? '.NET is not there; .ci/toolchains fetches it' : missing;
}

const dotnetRunner = csharpRunner(
  missingDotnet,
  (root, sources, cwd) =>
    execute('dotnet-csharp', ['compile', join(root, 'programs.dll'), 'Driver', ...sources], cwd),
  (root, cwd) => execute('dotnet-csharp', ['run', join(root, 'programs.dll')], cwd),
);

export const monoRunner = csharpRunner(
  () => missingCommand('mcs', '--version') ?? missingCommand('mono', '--version'),
  (root, sources, cwd) => {
    const flags = ['-warn:4', '-warnaserror', '-r:System.Net.Http', '-main:Driver'];
    return execute('mcs', [...flags, `-out:${join(root, 'programs.exe')}`, ...sources], cwd);
  },
  (root, cwd) => execute('mono', [join(root, 'programs.exe')], cwd),
);

/** The cargo project with reqwest built that .ci/toolchains leaves behind. */
const CARGO_PROJECT = join(
  process.env['PLAYGROUNDS_TOOLCHAINS'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'playgrounds-toolchains'),
  'rust',
);

/** All programs in one crate, each a module, and in one process. */
const rustRunner: Runner = {
  missing: () => {
    if (!existsSync(join(CARGO_PROJECT, 'built'))) return 'reqwest is not built; .ci/toolchains builds it';
    return missingCommand('cargo', '--version');
  },
  async run(programs, cwd) {
    const root = join(programs[0]?.folder ?? cwd, '..');
    const source = join(root, 'src');
    await mkdir(source);
    const modules: string[] = [];
    const calls: string[] = [];
    for (const [index, { code }] of programs.entries()) {
      await writeFile(join(source, `p${index}.rs`), code.replace(/^fn main\(\)/m, 'pub fn main()'));
      modules.push(`mod p${index};`);
      calls.push(`    run("p${index}", p${index}::main);`);
    }
    await writeFile(
      join(source, 'main.rs'),
      `${modules.join('\n')}

fn run(name: &str, program: fn() -> Result<(), Box<dyn std::error::Error>>) {
    match std::panic::catch_unwind(program) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => eprintln!("{name}: {error}"),
        Err(_) => eprintln!("{name} panicked"),
    }
}

fn main() {
${calls.join('\n')}
}
`,
    );
    const manifest = await readFile(join(CARGO_PROJECT, 'Cargo.toml'), 'utf8');
    await writeFile(join(root, 'Cargo.toml'), manifest.replace('name = "programs"', 'name = "batch"'));
    const lock = await readFile(join(CARGO_PROJECT, 'Cargo.lock'), 'utf8');
    await writeFile(join(root, 'Cargo.lock'), lock.replace('name = "programs"', 'name = "batch"'));
    const target = join(CARGO_PROJECT, 'target');
    await execute('cargo', ['build', '--quiet', '--offline', '--target-dir', target], root, {
      RUSTFLAGS: process.env['RUSTFLAGS'] ?? '',
    });
    await execute(join(target, 'debug', 'batch'), [], cwd);
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
  php: interpreter('php', { name: 'driver.sh', text: PHP_DRIVER }, 'bash', [
    '-c',
    `php -r 'exit(extension_loaded("curl") ? 0 : 1);'`,
  ]),
  java: javaRunner,
  csharp: dotnetRunner,
  rust: rustRunner,
  ruby: interpreter('ruby', { name: 'driver.rb', text: RUBY_DRIVER }, 'ruby', ['-e', 'require "net/http"']),
};

/** `curl 8.17.0` */
export function curlVersion(): string {
  return execFileSync(process.env['CURL_BIN'] ?? 'curl', ['--version'], { encoding: 'utf8' })
    .split(' ')
    .slice(0, 2)
    .join(' ');
}

/** A working directory with the files that the programs read, and a folder a program. */
export async function workspace(
  files?: string,
): Promise<{ root: string; cwd: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'playgrounds-codegen-'));
  // A case names a file by way of its folder.
  const cwd = join(root, 'files');
  await mkdir(cwd);
  if (files !== undefined) await cp(files, cwd, { recursive: true });
  else for (const [name, content] of Object.entries(FILES)) await writeFile(join(cwd, name), content);
  return { root, cwd, remove: () => rm(root, { recursive: true, force: true }) };
}
