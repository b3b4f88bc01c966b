/** The version of this service, from package.json, and the commit that it was built from. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string; // required by npm
};
export const VERSION = version;

/** Set by the build (cli/build-server.ts). */
declare const BUILD_COMMIT: string | undefined;

/** The abbreviated commit, with `-dirty` if the sources had changes; `unknown` without a build or without git. */
export const COMMIT = typeof BUILD_COMMIT === 'string' ? BUILD_COMMIT : 'unknown';
