/**
 * Bundles the server and its command line, with their packages, into a few files in dist. Loading a thousand modules one
 * by one would take two thirds of the start, and 30 MB of memory.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

// Bundled CommonJS code uses these globals.
const COMMONJS = `import { createRequire as __createRequire } from 'node:module';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __fileURLToPath(new URL('.', import.meta.url));`;

const cwd = fileURLToPath(new URL('../../', import.meta.url));
const git = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'];
// Neither in an unpacked archive nor in an image is there a repository: the Dockerfile hands the commit on.
const commit =
  process.env['COMMIT'] ?? (spawnSync('git', git, { cwd, encoding: 'utf8' }).stdout.trim() || 'unknown');

await build({
  absWorkingDir: cwd,
  define: { BUILD_COMMIT: JSON.stringify(commit) },
  entryPoints: ['server', 'worker', 'cli/admin', 'cli/build-database'].map((name) => `src/${name}.ts`),
  outdir: 'dist',
  outbase: 'src',
  // At the same depth as the folders of src, so that paths relative to import.meta.url stay valid.
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  // Packages with data files, packages that are loaded on demand, and packages that import CommonJS at run time:
  // in a bundle such an import has no named exports.
  external: [
    '@electric-sql/pglite',
    '@fastify/cookie',
    '@fastify/otel',
    '@opentelemetry/api',
    '@resvg/resvg-js',
    'pino-pretty',
    'piscina',
  ],
  banner: { js: COMMONJS },
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
});
