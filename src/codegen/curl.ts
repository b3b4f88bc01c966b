import type { Generator } from './generator.ts';

export const curl = {
  language: 'curl',
  title: 'cURL',
  library: 'curl',
  requires: 'curl 7.82',
  filename: 'request.sh',
  install: null,
  run: 'sh request.sh',
  generate: (request) => ({ code: `curl '${request.url}'\n`, warnings: [] }),
} as const satisfies Generator;
