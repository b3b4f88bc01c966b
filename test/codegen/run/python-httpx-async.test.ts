import t from 'tap';
import { HTTPX } from '../support/declared-httpx.ts';
import { runLanguage } from '../support/run-language.ts';

// A body of unknown length would need a generator: the program sends it with its length, and warns.
const option_unsupported = [
  'chunked',
  'chunked-file',
  'chunked-nothing',
  'follow-chunked',
  'names-odd-chunked',
  'chunked-variable',
  'compressed-chunked-file',
];

// With its length, it can be sent again after a redirect.
const redirect_differs = HTTPX.redirect_differs?.filter((name) => name !== 'follow-chunked') ?? [];

await runLanguage(
  t,
  'python',
  { ...HTTPX, option_unsupported, redirect_differs },
  { library: 'httpx-async' },
);
