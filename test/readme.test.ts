/** What the docs list is what there is: operations, errors, languages and settings, in both directions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { withApiExamples } from '../src/cli/api-examples.ts';
import { withPrograms } from '../src/cli/side-by-side.ts';
import { EMITTERS } from '../src/codegen/index.ts';
import { CODEGEN_WARNINGS } from '../src/codegen/plan/context.ts';
import { loadConfig } from '../src/config.ts';
import { ERRORS } from '../src/errors.ts';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** The cells of a marked table's rows in a page of docs/, without its head. */
function table(page: string, name: string): string[][] {
  const block = new RegExp(`<!-- ${name}:start -->\\n([\\s\\S]*?)<!-- ${name}:end -->`).exec(
    read(`docs/${page}.md`),
  )?.[1];
  if (block === undefined) throw new Error(`docs/${page}.md has no block ${name}`);
  const lines = block.trim().split('\n').slice(2);
  return lines.map((line) =>
    line
      .replace(/^\| ?| ?\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const code = (text: string) => `\`${text}\``;

t.test('every operation of the OpenAPI document', async (t) => {
  const { paths } = JSON.parse(read('openapi/openapi.json')) as {
    paths: Record<string, Record<string, { summary: string; description?: string }>>;
  };
  const wanted = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, description }]) => [
      code(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      summary,
      /Scope: (`[^`]+`)/.exec(description ?? '')?.[1] ??
        (/Any valid key/.test(description ?? '') ? 'any key' : 'no key'),
    ]),
  );
  t.strictSame(table('api', 'operations'), wanted);
});

t.test('every error code', async (t) => {
  const wanted = Object.entries(ERRORS).map(([name, { status }]) => [String(status), code(name)]);
  t.strictSame(
    table('api', 'errors').map((cells) => cells.slice(0, 2)),
    wanted,
  );
  for (const cells of table('api', 'errors')) t.ok(cells[2], `${cells[1]} says when`);
});

t.test('every language', async (t) => {
  const wanted = Object.entries(EMITTERS).flatMap(([language, { libraries, run }]) =>
    libraries.map(({ name, requires, install, run: own = run }) => {
      const command = install([]);
      return [code(language), name, requires, command === null ? '' : code(command), code(own)];
    }),
  );
  t.strictSame(table('languages', 'languages'), wanted);
});

t.test('every warning of a program', async (t) => {
  const wanted = Object.entries(CODEGEN_WARNINGS).map(([name, meaning]) => [code(name), meaning]);
  t.strictSame(table('languages', 'warnings'), wanted);
});

t.test('a request and its response for every operation and every error', async (t) => {
  const page = read('docs/api.md');
  const [document, examples] = [read('openapi/openapi.json'), read('openapi/examples.json')];
  t.equal(
    withApiExamples(page, JSON.parse(document), JSON.parse(examples)),
    page,
    'npm run docs writes them',
  );
});

t.test('the programs that stand beside quickstarts', async (t) => {
  const page = read('docs/side-by-side.md');
  t.equal(withPrograms(page), page, 'npm run docs writes them');
  t.equal(page.match(/<!-- program:\w+:start -->/g)?.length, 9, 'three commands in three languages');
});

t.test('every setting with its default', async (t) => {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, name) => {
        if (!String(name).startsWith('npm_')) asked.add(String(name)); // npm sets those
        return undefined;
      },
    },
  );
  const defaults = loadConfig(environment);
  const rows = table('configuration', 'settings');
  const documented = new Map(
    rows.map(([name = '', value = '']) => [name.replaceAll('`', ''), value.replaceAll('`', '')]),
  );
  t.strictSame(
    [...documented.keys()].sort(),
    [...asked].sort(),
    'docs/configuration.md has each setting once',
  );

  const example = new Map(
    [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  t.strictSame([...example.keys()].sort(), [...asked].sort(), '.env.example has each setting once');
  // Empty it is each place's own default: 127.0.0.1, and all addresses of the container.
  t.equal(example.get('METRICS_HOST'), '');
  t.strictSame(
    Object.fromEntries([...example, ['METRICS_HOST', '127.0.0.1']]),
    Object.fromEntries(documented),
    'with the same defaults',
  );
  t.strictSame(
    loadConfig(Object.fromEntries(documented)),
    defaults,
    'setting each to its default changes nothing',
  );

  const composed = [...read('compose.yaml').matchAll(/^ {6}([A-Z_]+): \$\{\1:-(.*)\}$/gm)].map(
    ([, name]) => name,
  );
  t.match(
    read('compose.yaml'),
    `stop_grace_period: \${SHUTDOWN_DELAY_MS:-${documented.get('SHUTDOWN_DELAY_MS')}}ms\${SHUTDOWN_GRACE_MS:-${documented.get('SHUTDOWN_GRACE_MS')}}ms10s`,
    'Compose waits longer than a shutdown takes',
  );
  t.notMatch(
    read('README.md') + read('.env.example'),
    /> *\.env\b|\bcp (?!-n).* \.env\b/,
    'nothing overwrites .env',
  );
  // The container listens everywhere on its own port, and its database is the other container.
  const fixed = ['HOST', 'PORT', 'DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR'];
  t.same(new Set([...composed, ...fixed]), asked, 'compose.yaml hands on each');
});

/** GitHub's anchor of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

t.test('every link leads somewhere', async (t) => {
  const pages = [
    ...readdirSync(new URL('../docs', import.meta.url)).flatMap((name) =>
      name.endsWith('.md') ? [`docs/${name}`] : [],
    ),
    ...readdirSync(new URL('..', import.meta.url)).filter((name) => name.endsWith('.md')),
  ];
  for (const page of pages) {
    const withoutCode = (markdown: string) => markdown.replace(/^```[\s\S]*?^```/gm, '');
    const text = withoutCode(read(page));
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', fragment] = target.split('#');
      const file = new URL(path === '' ? `../${page}` : path, new URL(`../${page}`, import.meta.url));
      t.ok(existsSync(path === '' ? new URL(`../${page}`, import.meta.url) : file), `${page}: ${target}`);
      if (fragment === undefined) continue;
      const whole = path === '' ? text : withoutCode(readFileSync(file, 'utf8'));
      const headings = [...whole.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchor(heading));
      t.ok(headings.includes(fragment), `${page}: ${target}`);
    }
  }
});

t.test('the README is short', async (t) => {
  t.ok(read('README.md').split('\n').length <= 250, 'at most 250 lines');
});
