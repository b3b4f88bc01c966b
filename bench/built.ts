/** The service as it runs in production: compiled. What tsx makes of the source for development is slower. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
let done = false;

/** Compiles the service, the first time that it is called. */
export function buildOnce(): void {
  if (!done)
    execFileSync(process.execPath, ['scripts/built.mjs'], { cwd: fileURLToPath(root), stdio: 'inherit' });
  done = true;
}

/**
 * A module of the compiled service.
 * @param path under `dist`
 */
export async function built<T>(path: string): Promise<T> {
  buildOnce();
  // The caller names the module's type, which the build keeps.
  return (await import(new URL(`dist/${path}`, root).href)) as T;
}
