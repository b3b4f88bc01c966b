/**
 * How the programs of each language are built and run in batches: built together wherever that is possible, so that
 * hundreds of them take seconds, but each run for itself, so that it ends with a status of its own.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Language } from '../../../src/codegen/languages.ts';
import { missing, notInstalled } from '../../support/installed.ts';
import { withoutLoaders } from '../../support/plain-node.ts';
import { ENVIRONMENT, FILES } from './cases.ts';

/** One program to run, and where it stands. */
export interface Prepared {
  name: string;
  code: string;
  /** A folder of its own, with nothing in it yet. */
  folder: string;
}

/** How a program ended, and what it wrote to standard output and standard error. */
export interface Outcome {
  status: number;
  output: string;
}

export interface Runner {
  /** Why the language cannot be run here; false when it can. */
  missing(): string | false;
  /** Runs all programs with `cwd` as working directory; how each of them ended, in their order. */
  run(programs: readonly Prepared[], cwd: string): Promise<Outcome[]>;
}

/** What is no package of the system: where .ci/toolchains leaves it. */
const TOOLCHAINS =
  process.env['PLAYGROUNDS_TOOLCHAINS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'playgrounds-toolchains');

/** Runs a command to its end, without standard input. */
function outcome(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
  timeout = 60_000,
): Promise<Outcome> {
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
  return new Promise((resolve) => {
    const child = execFile(
      ...withoutLoaders(command, args),
      { cwd, env, maxBuffer: 1e8, timeout },
      (error, stdout, stderr) => {
        const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
        resolve({ status, output: stdout + stderr });
      },
    );
    child.stdin?.end();
  });
}

/** Runs a command that prepares the programs; its failure is an error that carries the output. */
export async function execute(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, output } = await outcome(command, args, cwd, environment, 3_600_000);
  if (status !== 0)
    throw new Error(`${command} ended with ${status}:\n${output.slice(0, 4000)}\n…\n${output.slice(-4000)}`);
  return output;
}

/** Runs a command for each program, two at a time. */
async function runEach(
  programs: readonly Prepared[],
  run: (program: Prepared, index: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...programs.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, program] = next;
      outcomes[index] = await run(program, index);
    }
  };
  await Promise.all([worker(), worker()]);
  return outcomes;
}

/** What a driver left in the folders of the programs that it ran. */
function outcomes(programs: readonly Prepared[]): Promise<Outcome[]> {
  return Promise.all(
    programs.map(async ({ folder }) => ({
      status: Number(await readFile(join(folder, 'status.txt'), 'utf8').catch(() => '-1')),
      output: await readFile(join(folder, 'output.txt'), 'utf8').catch(() => ''),
    })),
  );
}

/** The folder that the folders of the programs stand in. */
function rootOf(programs: readonly Prepared[], cwd: string): string {
  return dirname(programs[0]?.folder ?? join(cwd, 'none'));
}

/** Writes the programs into their folders under one name; gives the paths. */
async function written(programs: readonly Prepared[], filename: string): Promise<string[]> {
  const paths = programs.map(({ folder }) => join(folder, filename));
  await Promise.all(programs.map(({ code }, index) => writeFile(paths[index] ?? '', code)));
  return paths;
}

/** A runner for programs that an interpreter starts quickly: a process each. */
function direct(name: string, command: string, filename: string, check: readonly string[]): Runner {
  return {
    missing: () => missing(name, command, ...check),
    async run(programs, cwd) {
      const paths = await written(programs, filename);
      return runEach(programs, (_, index) => outcome(command, [paths[index] ?? ''], cwd));
    },
  };
}

/** PHP: each program has the folder of Composer's, in which Debian's Guzzle stands for an installed one. */
const phpRunner: Runner = {
  missing: () =>
    missing(
      'PHP',
      'php',
      '-r',
      'exit(extension_loaded("curl") && @include("GuzzleHttp/autoload.php") ? 0 : 1);',
    ),
  async run(programs, cwd) {
    const paths = await written(programs, 'request.php');
    for (const { folder } of programs) {
      await mkdir(join(folder, 'vendor'));
      await writeFile(join(folder, 'vendor', 'autoload.php'), "<?php require 'GuzzleHttp/autoload.php';\n");
    }
    return runEach(programs, (_, index) => outcome('php', [paths[index] ?? ''], cwd));
  },
};

/** A runner for an interpreter that is started once: a driver runs each program in a child of its own. */
function driven(
  name: string,
  command: string,
  filename: string,
  driver: string,
  check: readonly string[],
): Runner {
  return {
    missing: () => missing(name, command, ...check),
    async run(programs, cwd) {
      const root = rootOf(programs, cwd);
      const paths = await written(programs, filename);
      const path = join(root, `driver-${filename}`);
      await writeFile(path, driver);
      const args = programs.flatMap(({ folder }, index) => [paths[index] ?? '', folder]);
      // The project's packages are found from the folders of the programs up.
      await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
      await execute(command, [path, ...args], cwd);
      return outcomes(programs);
    },
  };
}

const PYTHON_DRIVER = `
import os, runpy, sys, traceback
import httpx, requests, requests.auth

running = {}


def wait():
    child, status = os.wait()
    with open(running.pop(child) + "/status.txt", "w") as file:
        file.write(str(os.waitstatus_to_exitcode(status)))


for path, folder in zip(sys.argv[1::2], sys.argv[2::2]):
    if len(running) == 2:
        wait()
    child = os.fork()
    if child == 0:
        out = os.open(folder + "/output.txt", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        status = 0
        try:
            runpy.run_path(path, run_name="__main__")
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
            print(error.code, file=sys.stderr)
        except BaseException as error:
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    running[child] = folder
while running:
    wait()
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
  File.write(folder + "/status.txt", $?.exitstatus)
end
`;

/** A program is a worker: process.exit ends that alone. */
const NODE_DRIVER = `
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
const [, , ...args] = process.argv;
async function next() {
  const [path, folder] = args.splice(0, 2);
  if (path === undefined) return;
  const worker = new Worker(pathToFileURL(path), { stdout: true, stderr: true });
  const pieces = [];
  worker.on("error", (error) => pieces.push(String(error?.stack ?? error)));
  worker.stdout.on("data", (data) => pieces.push(data));
  worker.stderr.on("data", (data) => pieces.push(data));
  const status = await new Promise((resolve) => worker.on("exit", resolve));
  writeFileSync(folder + "/output.txt", pieces.join(""));
  writeFileSync(folder + "/status.txt", String(status));
  await next();
}
await Promise.all([next(), next()]);
`;

/** All programs in one binary, each a package, that is told which of them to run. */
const goRunner: Runner = {
  missing: () =>
    existsSync(join(TOOLCHAINS, 'go', 'built')) ? missing('Go', 'go', 'version') : notInstalled('Go'),
  async run(programs, cwd) {
    const root = rootOf(programs, cwd);
    for (const name of ['go.mod', 'go.sum'])
      await writeFile(join(root, name), await readFile(join(TOOLCHAINS, 'go', name)));
    for (const [index, { code }] of programs.entries()) {
      await mkdir(join(root, `p${index}`));
      const text = code
        .replace(/^package main$/m, `package p${index}`)
        .replace(/^func main\(\) \{$/m, 'func Main() {');
      await writeFile(join(root, `p${index}`, 'main.go'), text);
    }
    const list = (line: (name: string) => string) => programs.map((_, index) => line(`p${index}`)).join('\n');
    await writeFile(
      join(root, 'main.go'),
      `package main\n\nimport (\n\t"os"\n${list((name) => `\t"programs/${name}"`)}\n)
\nfunc main() {\n\tmap[string]func(){\n${list((name) => `"${name}": ${name}.Main,`)}\n}[os.Args[1]]()\n}\n`,
    );
    await execute('go', ['build', '-o', 'programs', '.'], root, { GOTOOLCHAIN: 'local', GOPROXY: 'off' });
    return runEach(programs, (_, index) => outcome(join(root, 'programs'), [`p${index}`], cwd));
  },
};

/** OkHttp and what it needs, as .ci/toolchains leaves them behind. */
const JARS = join(TOOLCHAINS, 'java', 'lib');

/**
 * All programs in one javac, and in one JVM but for those that set system properties: the HTTP classes read
 * them once.
 */
const javaRunner: Runner = {
  missing: () =>
    existsSync(JARS)
      ? missing('Java', 'javac', '-version') || missing('Java', 'java', '-version')
      : notInstalled('Java'),
  async run(programs, cwd) {
    const root = rootOf(programs, cwd);
    const files: string[] = [];
    const calls: string[] = [];
    const alone = new Set<number>();
    for (const [index, { code, folder }] of programs.entries()) {
      const path = join(folder, 'Main.java');
      await writeFile(path, `package p${index};\n\n${code}`);
      files.push(path);
      if (/System\.(?:setProperty|exit)\(/.test(code)) alone.add(index);
      else calls.push(`        run(${JSON.stringify(folder)}, () -> p${index}.Main.main(args));`);
    }
    await writeFile(
      join(root, 'Driver.java'),
      `import java.io.File;
import java.io.PrintStream;
import java.nio.file.Files;

public class Driver {
    interface Program {
        void main() throws Exception;
    }

    static void run(String folder, Program program) throws Exception {
        try (PrintStream output = new PrintStream(new File(folder, "output.txt"))) {
            System.setOut(output);
            System.setErr(output);
            int[] status = {1};
            Thread thread = new Thread(() -> {
                try {
                    program.main();
                    status[0] = 0;
                } catch (Throwable error) {
                    error.printStackTrace();
                }
            });
            thread.setDaemon(true);
            thread.start();
            // One that hangs is not to keep the others from running.
            thread.join(20000);
            Files.writeString(new File(folder, "status.txt").toPath(), "" + status[0]);
        }
    }

    public static void main(String[] args) throws Exception {
${calls.join('\n')}
    }
}
`,
    );
    const classes = ['-cp', [root, join(JARS, '*')].join(delimiter)];
    const flags = ['-encoding', 'UTF-8', '-Xlint:all', '-Werror', '--release', '17', '-d', root, ...classes];
    await execute('javac', [...flags, join(root, 'Driver.java'), ...files], cwd);
    const java = (main: string) => outcome('java', ['-XX:TieredStopAtLevel=1', ...classes, main], cwd);
    await execute('java', ['-XX:TieredStopAtLevel=1', ...classes, 'Driver'], cwd);
    const together = await outcomes(programs);
    return runEach(programs, async (_, index) =>
      alone.has(index) ? java(`p${index}.Main`) : (together[index] ?? { status: -1, output: '' }),
    );
  },
};

/** Why .NET and its compiler, as .ci/toolchains leaves them behind, cannot be run; false when they can. */
export const missingDotnet = (): string | false => missing('C#', 'dotnet-csharp', 'version');

/** One process compiles and runs them all, one after the other. */
const csharpRunner: Runner = {
  missing: missingDotnet,
  async run(programs, cwd) {
    const paths = await written(programs, 'Program.cs');
    const list = join(rootOf(programs, cwd), 'programs.txt');
    await writeFile(list, programs.map(({ folder }, index) => `${paths[index]}\t${folder}\n`).join(''));
    await execute('dotnet-csharp', ['run', list], cwd);
    return outcomes(programs);
  },
};

/** The cargo project with reqwest built that .ci/toolchains leaves behind. */
const CARGO_PROJECT = join(TOOLCHAINS, 'rust');

/** All programs in one crate, each a module, that is told which of them to run. */
const rustRunner: Runner = {
  missing: () =>
    existsSync(join(CARGO_PROJECT, 'built')) ? missing('Rust', 'cargo', '--version') : notInstalled('Rust'),
  async run(programs, cwd) {
    const root = rootOf(programs, cwd);
    const source = join(root, 'src');
    await mkdir(source);
    for (const [index, { code }] of programs.entries())
      await writeFile(join(source, `p${index}.rs`), code.replace(/^fn main\(\)/m, 'pub fn main()'));
    const list = (line: (name: string) => string) => programs.map((_, index) => line(`p${index}`)).join('\n');
    await writeFile(
      join(source, 'main.rs'),
      `#![deny(warnings)]
${list((name) => `mod ${name};`)}

fn main() -> std::process::ExitCode {
    use std::process::Termination;
    match std::env::args().nth(1).unwrap().as_str() {
${list((name) => `        "${name}" => ${name}::main().report(),`)}
        _ => unreachable!(),
    }
}
`,
    );
    for (const name of ['Cargo.toml', 'Cargo.lock']) {
      const text = await readFile(join(CARGO_PROJECT, name), 'utf8');
      await writeFile(join(root, name), text.replace('name = "programs"', 'name = "batch"'));
    }
    const target = join(CARGO_PROJECT, 'target');
    await execute('cargo', ['build', '--quiet', '--offline', '--target-dir', target], root, {
      RUSTFLAGS: process.env['RUSTFLAGS'] ?? '',
    });
    const binary = join(root, 'batch');
    await cp(join(target, 'debug', 'batch'), binary);
    return runEach(programs, (_, index) => outcome(binary, [`p${index}`], cwd));
  },
};

/** The shells of Windows, which are not run. */
export const WINDOWS: ReadonlySet<string> = new Set(['cmd', 'powershell']);

/** A language without a runner is not run, which its test says. */
export const RUNNERS: Readonly<Partial<Record<Language, Runner>>> = {
  python: driven('Python', process.env['PYTHON'] ?? 'python3', 'main.py', PYTHON_DRIVER, [
    '-c',
    'import requests, httpx, socks, socksio',
  ]),
  javascript: driven('Node', process.execPath, 'main.mjs', NODE_DRIVER, ['--version']),
  curl: direct('curl', 'bash', 'request.sh', ['-c', 'curl --version']),
  go: goRunner,
  ruby: driven('Ruby', 'ruby', 'main.rb', RUBY_DRIVER, ['-e', 'require "net/http/digest_auth"']),
  php: phpRunner,
  java: javaRunner,
  csharp: csharpRunner,
  rust: rustRunner,
};

/** `curl 8.17.0` */
export function curlVersion(): string {
  const { stdout } = spawnSync(process.env['CURL_BIN'] ?? 'curl', ['--version'], { encoding: 'utf8' });
  return stdout.split(' ').slice(0, 2).join(' ');
}

/** A working directory with the files that the programs read, in a folder that is gone afterwards. */
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
