/** The table of layers in docs/architecture.md, the linter's rules and the imports of the code say the same. */
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

/** The files of src that are TypeScript, with the files of ours that each imports; paths below src. */
const imports = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(SRC, path), 'utf8');
    const specifiers = [
      ...text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';|\bimport\('(\.[^']+)'\)/gm),
    ];
    const targets = specifiers.map(([, fixed, dynamic]) =>
      normalize(join(path, '..', fixed ?? dynamic ?? '')),
    );
    return { path, targets: targets.filter((target) => !target.startsWith('..')) };
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

t.test("the linter's rules are those of the table", (t) => {
  interface Override {
    includes: string[];
    linter?: {
      rules?: { style?: { noRestrictedImports?: { options?: { patterns: { group: string[] }[] } } } };
    };
  }
  const { overrides } = JSON.parse(read('biome.json')) as { overrides: Override[] };
  for (const layer of layers.filter((name) => name !== 'cli')) {
    const own = overrides.find(
      ({ includes }) => includes.includes(`src/${layer}/**`) || includes.includes(`src/${layer}.ts`),
    );
    const groups =
      own?.linter?.rules?.style?.noRestrictedImports?.options?.patterns.flatMap(({ group }) => group) ?? [];
    const refused = layers.filter(
      (name) => groups.includes(`**/${name}/**`) || groups.includes(`**/${name}.ts`),
    );
    const expected = layers.filter((name) => name !== layer && !(allowed.get(layer) ?? []).includes(name));
    t.same(refused, layer === 'schemas' ? [...expected, 'codegen'].sort() : expected, layer);
  }
  t.end();
});
