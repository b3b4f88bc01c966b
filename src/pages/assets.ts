/** The built files that browsers load. Their names carry a hash of their content, so they are cached forever. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where `npm run build:web` puts them, seen from src/pages and from dist/pages alike. */
export const WEB_FOLDER = fileURLToPath(new URL('../../dist/web/', import.meta.url));

let known: Readonly<Record<string, string>> | undefined;

let sprite: string | undefined;

/** The shapes of the icons, as symbols that each page has once. */
export function iconSprite(): string {
  sprite ??= readFileSync(`${WEB_FOLDER}icons.svg`, 'utf8');
  return sprite;
}

/**
 * The address of a built file, e.g. `/assets/style-1a2b3c.css` for `style.css`.
 * @throws Error when the files have not been built
 */
export function asset(name: string): string {
  known ??= JSON.parse(readFileSync(`${WEB_FOLDER}manifest.json`, 'utf8')) as Record<string, string>; // written by build-web
  const path = known[name];
  if (path === undefined) throw new Error(`there is no built file ${name}: npm run build:web`);
  return path;
}
