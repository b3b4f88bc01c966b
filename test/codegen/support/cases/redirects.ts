/** Redirects: each kind of request after each kind of ordinary redirect, and to another host where it has credentials. */
import type { RequestShape } from '../../../../src/schemas/request-shape.ts';
import type { Scenario } from '../cases.ts';
import { add, FORM, ORIGIN, typed } from './make.ts';

const follow = { follow_redirects: true };
const url = `${ORIGIN}/from?a=b`;

const FOLLOWED: Readonly<Record<string, RequestShape>> = {
  get: { url, headers: { 'X-A': 'b' }, options: follow },
  'get-forced': { method: 'GET', url, options: { ...follow, custom_method: true } },
  head: { method: 'HEAD', url, options: follow },
  form: typed(FORM, { body: 'a=1', options: follow }),
  'form-forced': typed(FORM, { method: 'POST', body: 'a=1', options: { ...follow, custom_method: true } }),
  'form-kept': typed(FORM, { body: 'a=1', options: { ...follow, keep_method_on: [301, 302, 303] } }),
  json: typed('application/json', { body: '{"a":1}', options: follow }),
  'json-put': typed('application/json', {
    method: 'PUT',
    body: '{"a":1}',
    options: { ...follow, custom_method: true },
  }),
  delete: { method: 'DELETE', url, options: { ...follow, custom_method: true } },
  upload: { method: 'PUT', url, body_file: 'photo.png', options: follow },
  'upload-forced': {
    method: 'POST',
    url,
    body_file: 'photo.png',
    options: { ...follow, custom_method: true, omit_headers: ['Content-Type'] },
  },
  file: typed(FORM, { body_file: 'notes.txt', options: { ...follow, strip_newlines: true } }),
  bytes: typed('application/octet-stream', { body_base64: '//79AAE=', options: follow }),
  multipart: { url, form: [{ name: 'a', value: 'b' }], options: follow },
  'multipart-file': {
    url,
    form: [
      { name: 'a', value: 'b' },
      { name: 'f', file: 'photo.png', filename: 'photo.png', content_type: 'image/png' },
    ],
    options: follow,
  },
};

/** The same, but with credentials: these matter on the way to another host, too. */
const SECRET: Readonly<Record<string, RequestShape>> = {
  bearer: { url, headers: { Authorization: 'Bearer t' }, options: follow },
  basic: { url, headers: { Authorization: 'Basic YTpi' }, options: follow },
  cookie: { url, headers: { Cookie: 'a=b' }, options: follow },
  trusted: {
    url,
    headers: { Authorization: 'Bearer t', Cookie: 'a=b' },
    options: { ...follow, auth_on_redirect: true },
  },
};

const STATUSES: readonly Scenario[] = [
  'redirect-301',
  'redirect-302',
  'redirect-303',
  'redirect-307',
  'redirect-308',
];

/** The cases of one request have names that differ in what comes after this alone. */
export const FOLLOWED_PREFIX = /^follow-each-(.*)-redirect-\w+$/;

export function addRedirects(): void {
  for (const [name, request] of Object.entries({ ...FOLLOWED, ...SECRET }))
    for (const scenario of STATUSES) add(`follow-each-${name}-${scenario}`, request, scenario);
  for (const [name, request] of Object.entries(SECRET))
    add(`follow-each-${name}-redirect-away`, request, 'redirect-away');
  add('follow-not', { url }, 'redirect-302');
  add('follow-not-post', typed(FORM, { body: 'a=1' }), 'redirect-307');
  add('follow-twice', { url, options: follow }, 'redirect-twice');
  add('follow-limit', { url, options: { ...follow, max_redirects: 1 } }, 'redirect-twice');
  add('follow-limit-none', { url, options: { ...follow, max_redirects: 0 } }, 'redirect-302');
  add('follow-limit-enough', { url, options: { ...follow, max_redirects: 5 } }, 'redirect-twice');
  add('follow-no-limit', { url, options: { ...follow, max_redirects: -1 } }, 'redirect-twice');
}
