/** What takes long is left to `npm run test:full`: `npm test` is for everybody, at every change. */
export const isFull: boolean = process.env['TEST_FULL'] !== undefined;

/** Why a long test is skipped in the short run; false in the full one. */
export const long: string | false = isFull ? false : 'it takes long, npm run test:full runs it';
