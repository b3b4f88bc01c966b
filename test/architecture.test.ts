/** The imports of the code are those that the table of layers in docs/architecture.md allows, and packages stay where they belong. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import t from 'tap';

const SRC = join(import.meta.dirname, '..', 'src');
const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

/** The first word of a path below src: a folder, or a file without its ending. */
const layerOf = (path: string): string => (path.split(sep)[0] ?? '').replace(/\.tsx?$/, '');

const layers = readdirSync(SRC).map(layerOf).sort();

/** What the table allows, by layer. */
const allowed = new Map(
  [...read('docs/architecture.md').matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, layer = '', cell = '']) => [
    layer,
    cell === 'all of them' ? layers : [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  ]),
);

/** The files of src that are TypeScript, with what each imports: files of ours (paths below src) and packages. */
const imports = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const specifiers = [
      ...text.matchAll(
        /^(?:import|export)\b[^;]*?from '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gm,
      ),
    ].map(([, from, effect, dynamic]) => from ?? effect ?? dynamic ?? '');
    const targets = specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => normalize(join(path, '..', specifier)));
    return {
      path,
      targets: targets.filter((target) => !target.startsWith('..')),
      packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
    };
  });

t.same([...allowed.keys()].sort(), layers, 'the table has every layer of src');

t.test('no import that the table does not allow', (t) => {
  for (const { path, targets } of imports)
    for (const target of targets) {
      const [from, to] = [layerOf(path), layerOf(target)];
      if (from !== to && !(allowed.get(from) ?? []).includes(to)) t.fail(`${path} imports ${target}`);
    }
  t.ok(imports.length > 200, `${imports.length} files`);
  t.end();
});

t.test('arrows go one way, but for the names of the languages', (t) => {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (allowed.get(from) ?? []).some((next) => {
      if (from === 'schemas' && next === 'codegen') return false;
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  for (const layer of layers.filter((name) => name !== 'cli'))
    t.notOk(reaches(layer, layer), `${layer} does not lead back to itself`);
  const users = imports.filter(
    ({ path, targets }) =>
      layerOf(path) === 'schemas' && targets.some((target) => layerOf(target) === 'codegen'),
  );
  t.same(
    users.map(({ path }) => path),
    [join('schemas', 'language.ts')],
  );
  t.end();
});

/** Packages, by what may not import them: a layer or a folder, and a pattern of specifiers. */
const SERVER = /^(?:node:|fastify|got$|drizzle-orm)/;
const REFUSED = new Map<string, RegExp>([
  // Pure: no I/O, no framework. They run wherever JavaScript does.
  ...['codegen', 'conversions', 'curl', 'request', 'schemas', 'secrets'].map(
    (name) => [name, SERVER] as const,
  ),
  // In browsers, too.
  ['web', SERVER],
  [join('pages', 'views'), SERVER],
]);
/** Layers that pages may import and views, which run in browsers, may not. */
const NOT_IN_VIEWS = ['conversions', 'plugins', 'routes', 'runtime', 'services', 'store'];
const GOT = join('proxy', 'http', 'http1.ts');

t.test('no package where it may not be', (t) => {
  for (const { path, packages } of imports) {
    for (const [folder, refused] of REFUSED)
      for (const name of path.startsWith(folder + sep) ? packages : [])
        if (refused.test(name)) t.fail(`${path} imports ${name}`);
    if (packages.includes('got') && path !== GOT) t.fail(`${path} imports got`);
  }
  t.ok(imports.find(({ path }) => path === GOT)?.packages.includes('got'), GOT);
  t.end();
});

t.test('views import nothing that needs a server', (t) => {
  for (const { path, targets } of imports)
    for (const target of path.startsWith(join('pages', 'views')) ? targets : [])
      if (NOT_IN_VIEWS.includes(layerOf(target))) t.fail(`${path} imports ${target}`);
  t.end();
});
