/** The capabilities of fetch, node:http and axios in Node.js. */
import { lowerCase } from '../../../request/normalize.ts';
import { Capabilities } from '../../plan/capabilities.ts';

/** Methods whose name fetch writes in capitals (Fetch, "normalize a method"). */
const NORMALIZED = /^(?:delete|get|head|options|post|put)$/i;

const REDIRECTS = {
  limit: false,
  toGet: { 301: 'post', 302: 'post', 303: 'others' },
  keepsBody: true,
  dropsElsewhere: [lowerCase('authorization'), lowerCase('cookie')],
} as const;

/** What `JSON.stringify` makes of a literal. */
const JSON_BODY = {
  type: false,
  number: (token: string) => String(Number(token)),
  refusedKeys: /^(?:\d+|__proto__)$/,
};

export const FETCH = new Capabilities({
  name: 'fetch',
  method: (method) => (NORMALIZED.test(method) ? method.toUpperCase() : method),
  bodiless: ['GET', 'HEAD', 'get', 'head'],
  dotSegments: false,
  headerText: 'encoded',
  // It says the mode itself, and undici loses a header that is called as the prototype is.
  refusedHeaders: new Set(['sec-fetch-mode', '__proto__']),
  host: 'fixed',
  defaultHeaders: {
    accept: 'fixed',
    'accept-encoding': 'fixed',
    'accept-language': 'fixed',
    connection: 'fixed',
    host: 'fixed',
    'sec-fetch-mode': 'fixed',
    'user-agent': 'fixed',
  },
  defaultType: 'removable',
  form: { type: false },
  json: JSON_BODY,
  multipart: {
    names: 'percent',
    headers: false,
    untypedFiles: false,
    namelessFiles: false,
    lineEnds: false,
    objection: ({ filename, contentType = '' }) => {
      if (filename === '') return 'leaves out the empty filename';
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
  connectTimeout: false,
  proxies: { http: { package: 'undici@7' }, https: { package: 'undici@7' } },
  versions: { '1.1': 'default' },
  chunked: false,
  expectContinue: 'none',
  connection: false,
});

/** For what fetch cannot send. It follows nothing and decodes nothing. */
export const NODE_HTTP = new Capabilities({
  ...FETCH,
  name: 'node:http',
  method: (method) => method.toUpperCase(),
  bodiless: [],
  requestTarget: true,
  host: 'header',
  repeatedHeaders: 'but-cookies',
  defaultHeaders: { host: 'fixed', connection: 'fixed' },
  defaultType: 'none',
  schemes: {},
  redirects: undefined,
  decodes: false,
  proxies: {},
  ipVersion: true,
  transfer: ['cert', 'key', 'cacert', 'unix_socket'],
  chunked: true,
  expectContinue: 'header',
  connection: true,
});

const REMOVED = { by: 'false' };
/** It copies headers and what it serialises, without these keys. */
const LOST = ['__proto__', 'constructor', 'prototype'].map(lowerCase);

/** It sends with node:http, and follows redirects and decodes responses besides. */
export const AXIOS = new Capabilities({
  ...NODE_HTTP,
  name: 'axios',
  requestTarget: false,
  defaultHeaders: {
    ...NODE_HTTP.defaultHeaders,
    accept: REMOVED,
    'accept-encoding': REMOVED,
    'user-agent': REMOVED,
  },
  defaultType: 'removable',
  refusedHeaders: new Set(LOST),
  json: { ...JSON_BODY, type: true, refusedKeys: new RegExp(`^(?:\\d+|${LOST.join('|')})$`) },
  redirects: { ...REDIRECTS, limit: true, toOwnHost: true },
  decodes: true,
  proxies: { http: 'own', https: 'own' },
  chunked: false,
});
