/** The public packages that the benches compare with; they have a package of their own: `npm ci --prefix bench/peers`. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('peers/package.json', import.meta.url));

/** What a package exports; undefined, with a line on stdout, when it cannot be loaded. */
export async function peer(name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>;
  } catch (error) {
    const reason = String(error).split('\n', 1)[0]?.slice(0, 120);
    console.log(`${name} is not measured (npm ci --prefix bench/peers installs it): ${reason}`);
    return undefined;
  }
}
