/** JavaScript: programs for fetch, for node:http where fetch cannot send it, and for axios. */
import highlighter from 'highlight.js/lib/languages/javascript';
import type { Emitter } from '../emitter.ts';
import { AxiosProgram } from './javascript/axios.ts';
import { AXIOS, FETCH, NODE_HTTP } from './javascript/capabilities.ts';
import { FetchProgram } from './javascript/fetch.ts';
import { HttpProgram } from './javascript/node-http.ts';

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
        { capabilities: NODE_HTTP, emit: (plan) => new HttpProgram(plan).toString() },
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
