/** The service as it runs in production: compiled. What tsx makes of the source for development is slower. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let done = false;

/**
 * A module of the compiled service; the first call compiles it.
 * @param path under `dist`
 */
export async function built<T>(path: string): Promise<T> {
  const root = new URL('../', import.meta.url);
  if (!done) execFileSync('npm', ['run', '-s', 'build'], { cwd: fileURLToPath(root), stdio: 'inherit' });
  done = true;
  // The caller names the module's type, which the build keeps.
  return (await import(new URL(`dist/${path}`, root).href)) as T;
}
