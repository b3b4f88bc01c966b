/**
 * Arbitrary strings as literals, read back by the language itself. One process a language for all strings.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { csharpLiteral } from '../../src/codegen/languages/csharp/csharp-literals.ts';
import { javaLiteral } from '../../src/codegen/languages/java/java-program.ts';
import { phpLiteral } from '../../src/codegen/languages/php/php-program.ts';
import { rustLiteral } from '../../src/codegen/languages/rust/rust-layout.ts';
import { missing } from '../support/installed.ts';
import { HOSTILE } from './support/cases.ts';
import { missingDotnet } from './support/runners.ts';

/** The same strings at every run: a failure can be looked at. */
const SEED = 20_261_120;
/** Pieces with a meaning in some language, so that random strings put them side by side. */
const PIECES = [
  '\\',
  '"',
  "'",
  '`',
  '$',
  '{',
  '}',
  '#',
  '\\u',
  '\\x',
  '0',
  '9',
  'a',
  '\n',
  '\r',
  '\t',
  '\0',
  '?>',
  '"#',
  '/*',
  '\u2028',
  '\u202e',
  '\ud83d\ude00',
  'é',
];
const STRINGS = [
  '',
  ...HOSTILE,
  ...PIECES,
  '"'.repeat(3),
  '\\'.repeat(5),
  `${'x'.repeat(70_000)}é`,
  ...fc.sample(fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 12 }), { numRuns: 250, seed: SEED }),
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 100, seed: SEED }),
];

interface Reader {
  missing: string | false;
  /** The program that prints the base64 or hexadecimal UTF-8 of each string on a line of its own. */
  program(strings: readonly string[]): string;
  filename: string;
  /** Builds and runs it in a folder; gives what it printed. */
  run(folder: string): string;
  encoding: 'base64' | 'hex';
}

const run = (folder: string, command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });

const READERS: Readonly<Record<string, Reader>> = {
  php: {
    missing: missing('PHP', 'php', '--version'),
    filename: 'read.php',
    program: (strings) =>
      `<?php\n${strings.map((text) => `echo base64_encode(${phpLiteral(text)}), "\\n";`).join('\n')}\n`,
    run: (folder) => run(folder, 'php', 'read.php'),
    encoding: 'base64',
  },
  java: {
    missing: missing('Java', 'javac', '-version'),
    filename: 'Read.java',
    program: (strings) => `import java.nio.charset.StandardCharsets;
import java.util.Base64;

public class Read {
    static void print(String text) {
        System.out.println(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static void main(String[] args) {
${strings.map((text) => `        print(${javaLiteral(text)});`).join('\n')}
    }
}
`,
    run(folder) {
      run(folder, 'javac', '-encoding', 'UTF-8', '-Xlint:all', '-Werror', 'Read.java');
      return run(folder, 'java', '-cp', '.', 'Read');
    },
    encoding: 'base64',
  },
  csharp: {
    missing: missingDotnet(),
    filename: 'read.cs',
    program: (strings) => `using System.Text;

${strings.map((text) => `Print(${csharpLiteral(text)});`).join('\n')}

void Print(string text) => Console.WriteLine(Convert.ToBase64String(Encoding.UTF8.GetBytes(text)));
`,
    run(folder) {
      writeFileSync(join(folder, 'list.txt'), `${join(folder, 'read.cs')}\t${folder}\n`);
      run(folder, 'dotnet-csharp', 'run', 'list.txt');
      return readFileSync(join(folder, 'output.txt'), 'utf8');
    },
    encoding: 'base64',
  },
  rust: {
    missing: missing('Rust', 'rustc', '--version'),
    filename: 'read.rs',
    program: (strings) => `fn print(text: &str) {
    println!("{}", text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>());
}

fn main() {
${strings.map((text) => `    print(${rustLiteral(text)});`).join('\n')}
}
`,
    run(folder) {
      run(folder, 'rustc', '--edition', '2021', '-D', 'warnings', 'read.rs');
      return run(folder, join(folder, 'read'));
    },
    encoding: 'hex',
  },
};

for (const [language, reader] of Object.entries(READERS)) {
  if (reader.missing !== false) {
    t.pass(`${language} literals are not read back`, { skip: reader.missing });
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'playgrounds-literals-'));
  try {
    writeFileSync(join(folder, reader.filename), reader.program(STRINGS));
    const lines = reader.run(folder).split(/\r?\n/).slice(0, -1);
    t.equal(lines.length, STRINGS.length, `${language} prints every string`);
    const wrong = STRINGS.filter(
      (text, index) => Buffer.from(text).toString(reader.encoding) !== lines[index],
    );
    t.strictSame(wrong, [], `${language} reads every string back as it was`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
