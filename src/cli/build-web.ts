/**
 * Builds the files for browsers: bundles `src/web` into dist/web/assets with a hash in each name, compresses them, and
 * writes a manifest with the new names for the server.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

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
  loader: { '.svg': 'copy' },
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
    const built = readFileSync(`${root}${path}`);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${root}${path}.br`, brotliCompressSync(built, { params }));
    writeFileSync(`${root}${path}.gz`, gzipSync(built, { level: 9 }));
    if (entryPoint !== undefined)
      manifest[basename(entryPoint).replace(/\.tsx?$/, '.js')] =
        `/assets/${relative(`${out}assets`, `${root}${path}`)}`;
  }
mkdirSync(out, { recursive: true });
// An atomic rename: a server that starts at the same time never reads a partial file.
writeFileSync(`${out}manifest.json.new`, JSON.stringify(manifest, null, 2));
renameSync(`${out}manifest.json.new`, `${out}manifest.json`);
