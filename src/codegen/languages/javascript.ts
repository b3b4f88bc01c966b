/** JavaScript: programs for fetch, for undici's `request` where fetch cannot send it, and for axios. */
import highlighter from 'highlight.js/lib/languages/javascript';
import { lowerCase } from '../../request/normalize.ts';
import type { Emitter } from '../emitter.ts';
import { Capabilities } from '../plan/capabilities.ts';
import { AxiosProgram } from './javascript/axios.ts';
import { FetchProgram } from './javascript/fetch.ts';

/** Methods that fetch converts to upper case (Fetch, "normalize a method"). */
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;

const REDIRECTS = {
  limit: false,
  toGet: { 301: 'post', 302: 'post', 303: 'others' },
  keepsBody: true,
  dropsElsewhere: [lowerCase('authorization'), lowerCase('cookie')],
} as const;

/** What `JSON.stringify` writes for a literal. */
const JSON_BODY = { type: false, numbers: 'double', refusedKeys: /^(?:\d+|__proto__)$/ } as const;

const FETCHED = 'accept accept-encoding accept-language connection host sec-fetch-mode user-agent'
  .split(' ')
  .map(lowerCase);

const FETCH = new Capabilities({
  name: 'fetch',
  brief: ['timeout_ms', 'fail'],
  method: (method) => (NORMALIZED.test(method) ? method.toUpperCase() : method),
  bodiless: ['GET', 'HEAD', 'get', 'head'],
  dotSegments: false,
  query: { space: '+', plain: '*', onlyEscaped: true },
  headerText: 'encoded',
  // fetch sets the mode itself, and undici drops a header named `__proto__`.
  refusedHeaders: new Set(['sec-fetch-mode', '__proto__']),
  host: 'fixed',
  fixedHeaders: FETCHED,
  defaultType: 'removable',
  json: JSON_BODY,
  multipart: {
    names: 'percent',
    headers: false,
    untypedFiles: false,
    lineEnds: false,
    objection: ({ filename, contentType = '', content: { kind } }) => {
      if (filename === '') return 'leaves out the empty filename';
      if (filename === undefined && contentType === '' && kind !== 'text')
        return kind === 'file' ? 'sends all line ends of the file as CRLF' : 'adds a filename to the content';
      return /[A-Z]/.test(contentType) ? 'sends the Content-Type in lower case' : undefined;
    },
  },
  schemes: {
    digest: {
      package: 'digest-fetch',
      limit: 'digest-fetch reads only the first challenge of a response, and does not support userhash.',
    },
  },
  redirects: REDIRECTS,
  proxies: { http: 'own', https: 'own' },
  ipVersion: true,
  transfer: ['retry', 'resolve', 'cert', 'key', 'cacert', 'unix_socket'],
  settingsPackage: 'undici@7',
  chunked: false,
  expectContinue: false,
  connection: false,
});

/** For what fetch cannot send. undici's `request` neither follows redirects nor decodes responses. */
const UNDICI = new Capabilities({
  ...FETCH,
  name: 'undici',
  package: 'undici@7',
  method: (method) => method,
  bodiless: [],
  host: 'header',
  repeatedHeaders: 'but-cookie',
  fixedHeaders: ['host', 'connection'],
  defaultType: 'none',
  form: { type: false },
  schemes: {},
  redirects: undefined,
  follows: false,
  decodes: false,
  connection: true,
});

/** Keys that axios omits when it copies headers and serialises data. */
const LOST = ['__proto__', 'constructor', 'prototype'].map(lowerCase);

/** axios sends with node:http. */
const AXIOS = new Capabilities({
  ...UNDICI,
  name: 'axios',
  package: undefined,
  settingsPackage: undefined,
  method: (method) => method.toUpperCase(),
  query: { space: '+', plain: '*' },
  removableHeaders: { accept: 'false', 'accept-encoding': 'false', 'user-agent': 'false' },
  defaultType: 'removable',
  form: { type: true },
  refusedHeaders: new Set(LOST),
  json: { ...JSON_BODY, type: true, refusedKeys: new RegExp(`^(?:\\d+|${LOST.join('|')})$`) },
  redirects: { ...REDIRECTS, limit: true, toOwnHost: true },
  follows: true,
  throws: true,
  decodes: true,
  connectTimeout: false,
  expectContinue: true,
});

const install = (...packages: readonly string[]): string | null =>
  packages.length === 0 ? null : `npm install ${packages.join(' ')}`;

export const javascript: Emitter = {
  title: 'JavaScript',
  filename: 'main.mjs',
  run: 'node main.mjs',
  highlighter,
  stop: (sentence) => `console.error(${JSON.stringify(sentence)});\nprocess.exit(1);\n`,
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
