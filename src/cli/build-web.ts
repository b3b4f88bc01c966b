/**
 * Builds the files for browsers: bundles `src/web` into dist/web/assets with a hash in each name, compresses them, and
 * writes a manifest with the new names for the server.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { ICONS } from '../pages/views/icon.tsx';

const root = fileURLToPath(new URL('../../', import.meta.url));
const out = `${root}dist/web/`;

const entries = readdirSync(`${root}src/web`).filter((name) => /(?<!\.d)\.(?:ts|tsx|css|svg)$/.test(name));
/** Classic scripts: one runs before the first paint, the other is loaded by third-party pages under a stable name. */
const classic = ['theme.ts', 'embed.ts'];

const common: BuildOptions & { metafile: true } = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  metafile: true,
  target: ['es2022'],
  outdir: `${out}assets`,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  loader: { '.svg': 'copy', '.woff2': 'file' },
  assetNames: '[name]-[hash]',
  tsconfig: `${root}tsconfig.web.json`,
  legalComments: 'none',
  logLevel: 'warning',
};

const inWeb = (names: readonly string[]) => names.map((name) => `src/web/${name}`);

rmSync(out, { recursive: true, force: true });
const results = await Promise.all([
  build({
    ...common,
    format: 'esm',
    splitting: true,
    entryPoints: inWeb(entries.filter((name) => !classic.includes(name))),
  }),
  build({ ...common, format: 'iife', entryPoints: inWeb(classic) }),
]);

const manifest: Record<string, string> = {};
for (const { metafile } of results)
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    // The names of fonts carry their hash before the suffix, and they are compressed already.
    if (path.endsWith('.woff2')) {
      const name = basename(path);
      manifest[`${name.slice(0, -'-12345678.woff2'.length)}.woff2`] = `/assets/${name}`;
      continue;
    }
    const built = readFileSync(`${root}${path}`);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${root}${path}.br`, brotliCompressSync(built, { params }));
    writeFileSync(`${root}${path}.gz`, gzipSync(built, { level: 9 }));
    if (entryPoint !== undefined)
      manifest[basename(entryPoint).replace(/\.tsx?$/, '.js')] =
        `/assets/${relative(`${out}assets`, `${root}${path}`)}`;
  }
mkdirSync(out, { recursive: true });
const icons = ICONS.map((name) => {
  const svg = readFileSync(`${root}node_modules/lucide-static/icons/${name}.svg`, 'utf8');
  const shapes = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'));
  const lines = shapes.split('\n').map((line) => line.trim());
  return `<symbol id="i-${name}" viewBox="0 0 24 24">${lines.join('')}</symbol>`;
});
writeFileSync(`${out}icons.svg`, icons.join(''));
// An atomic rename: a server that starts at the same time never reads a partial file.
writeFileSync(`${out}manifest.json.new`, JSON.stringify(manifest, null, 2));
renameSync(`${out}manifest.json.new`, `${out}manifest.json`);
