/** The version of this service: package.json has it, everything else asks here. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string; // npm wants it so
};
export const VERSION = version;
