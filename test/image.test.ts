/** The image can be built from a clean clone: all that the Dockerfile copies is there and passes .dockerignore. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const lines = (text: string) =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));

/** A pattern of .dockerignore: `*` and `?` within a name, `**` over folders. */
function matcher(pattern: string): RegExp {
  const source = pattern
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (wildcard) =>
      wildcard.startsWith('**') ? '.*' : wildcard === '*' ? '[^/]*' : '[^/]',
    );
  return new RegExp(`^${source}$`);
}

/** Whether the builder gets a path: the last pattern that matches it or a folder around it decides. */
function passes(path: string, patterns: readonly string[]): boolean {
  const around = path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));
  return patterns.reduce((passing, pattern) => {
    const found = matcher(pattern.replace(/^!/, ''));
    return around.some((one) => found.test(one)) ? pattern.startsWith('!') : passing;
  }, true);
}

/** What a Dockerfile copies out of the clone. */
const sourcesOf = (dockerfile: string) =>
  [...dockerfile.matchAll(/^(?:COPY|ADD) +(?!.*--from)(?:--\S+ +)*(.*) +\S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(/ +/),
  );

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesOf(join(path, name))) : [path];

t.test('all that the Dockerfile copies passes .dockerignore', async (t) => {
  const sources = sourcesOf(readFileSync('Dockerfile', 'utf8'));
  const patterns = lines(readFileSync('.dockerignore', 'utf8'));
  t.ok(sources.includes('openapi/examples.json'), 'the Dockerfile is read');
  for (const source of sources) {
    if (!t.ok(existsSync(source), `${source} is in the clone`)) continue;
    t.strictSame(
      filesOf(source).filter((file) => !passes(file, patterns)),
      [],
      `${source} passes`,
    );
  }
});

t.test('the last pattern that matches decides', async (t) => {
  const patterns = ['*', '!src', '!openapi/examples.json', 'src/**/*.md'];
  t.equal(passes('src/server.ts', patterns), true);
  t.equal(passes('openapi/examples.json', patterns), true);
  t.equal(passes('openapi/openapi.json', patterns), false);
  t.equal(passes('src/web/notes.md', patterns), false);
  t.equal(passes('package.json', patterns), false);
});
