/** The version of this service, from package.json. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string; // required by npm
};
export const VERSION = version;
