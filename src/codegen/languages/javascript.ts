/** JavaScript: programs for fetch, for undici's `request` where fetch cannot send it, and for axios. */
import highlighter from 'highlight.js/lib/languages/javascript';
import type { Emitter } from '../emitter.ts';
import { AxiosProgram } from './javascript/axios.ts';
import { AXIOS, FETCH, UNDICI } from './javascript/capabilities.ts';
import { FetchProgram } from './javascript/fetch.ts';

const install = (...packages: readonly string[]): string | null =>
  packages.length === 0 ? null : `npm install ${packages.join(' ')}`;

export const javascript: Emitter = {
  title: 'JavaScript',
  filename: 'main.mjs',
  run: 'node main.mjs',
  highlighter,
  libraries: [
    {
      name: 'fetch',
      requires: 'Node.js 20',
      install: (packages) => install(...packages),
      clients: [
        { capabilities: FETCH, emit: (plan) => new FetchProgram(plan).toString() },
        { capabilities: UNDICI, emit: (plan) => new FetchProgram(plan, 'request').toString() },
      ],
    },
    {
      name: 'axios',
      requires: 'Node.js 20, axios 1.21',
      install: (packages) => install('axios', ...packages),
      clients: [{ capabilities: AXIOS, emit: (plan) => new AxiosProgram(plan).toString() }],
    },
  ],
};
