/** The service as it runs in production: bundled. What tsx makes of the source for development is slower. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Builds the service unless it is built. */
export function buildOnce(): void {
  execFileSync(process.execPath, ['scripts/built.mjs'], { cwd: root, stdio: 'inherit' });
}

/**
 * A module of the service, bundled as the service is.
 * @param path under `src`
 */
export async function built<T>(path: string): Promise<T> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'playgrounds-built-')), 'module.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: [`src/${path}`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  // The caller names the module's type, which the build keeps.
  return (await import(outfile)) as T;
}
