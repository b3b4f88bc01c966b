/** What no server can be asked about: differences that a program declares although its recording shows none. */
import t from 'tap';
import { generateCode, LANGUAGES, type Language } from '../../src/codegen/index.ts';
import type { RequestShape } from '../../src/schemas/request-shape.ts';

const LIBCURL: readonly Language[] = ['curl', 'php'];

/** The warnings about a request that each of the languages must give, and whether the others may give none. */
const REQUIRED: readonly (readonly [
  title: string,
  request: RequestShape,
  code: string,
  languages: readonly Language[],
])[] = [
  [
    'a user in the URL is not sent after every redirect',
    { url: 'http://ada:love@example.com/', options: { follow_redirects: true } },
    'redirect_differs',
    LANGUAGES,
  ],
  [
    'a form needs its type',
    {
      url: 'http://example.com/',
      form: [{ name: 'a', value: 'b' }],
      options: { omit_headers: ['Content-Type'] },
    },
    'default_header_kept',
    LANGUAGES,
  ],
  [
    'libcurl sends a target that it is told again after a redirect',
    { url: 'http://example.com/%e2', options: { follow_redirects: true } },
    'redirect_differs',
    LIBCURL,
  ],
  [
    'libcurl writes a path with variables in its own way',
    { url: 'http://example.com/%e2/$A', variables: [{ name: 'A', text: '$A' }] },
    'target_changed',
    LIBCURL,
  ],
  [
    'a header may turn out to be empty',
    {
      url: 'http://example.com/',
      headers: { 'X-A': '${A:-} ${B-}' },
      variables: [
        { name: 'A', text: '${A:-}' },
        { name: 'B', text: '${B-}' },
      ],
    },
    'header_changed',
    LANGUAGES.filter((language) => !LIBCURL.includes(language)),
  ],
  [
    'net/http makes another target for a proxy',
    { url: 'http://example.com/', options: { proxy: 'http://p', request_target: 'http://x.test/y' } },
    'target_changed',
    ['ruby'],
  ],
  [
    'an older libcurl answers a challenge in another way',
    { url: 'http://example.com/', auth: { scheme: 'digest', username: 'zoë', password: 'p' } },
    'header_changed',
    ['php'],
  ],
  [
    'an older libcurl writes a query in another way',
    { url: 'http://example.com/?é', auth: { scheme: 'digest', username: 'u', password: 'p' } },
    'target_changed',
    ['php'],
  ],
  [
    'an older libcurl announces chunks that do not come',
    {
      url: 'http://example.com/',
      body: 'a',
      options: { chunked: true, follow_redirects: true },
    },
    'redirect_differs',
    ['php'],
  ],
  [
    'an older libcurl keeps dot segments',
    { url: 'http://example.com/a/../b', options: { follow_redirects: true } },
    'redirect_differs',
    ['php'],
  ],
  [
    'a form that is written by hand goes out with its type before the challenge',
    {
      url: 'http://example.com/',
      form: [{ name: '', value: 'b' }],
      auth: { scheme: 'digest', username: 'u', password: 'p' },
    },
    'header_changed',
    LIBCURL,
  ],
];

for (const [title, request, code, languages] of REQUIRED)
  t.test(title, async (t) => {
    for (const language of languages) {
      const codes = generateCode(request, language).warnings.map((warning) => warning.code);
      t.ok(codes.includes(code), language);
    }
  });

/** Requests like those, about which there is nothing to say. */
const PLAIN: readonly (readonly [title: string, request: RequestShape, languages: readonly Language[]])[] = [
  ['a user in the URL without redirects', { url: 'http://ada:love@example.com/' }, LANGUAGES],
  ['capital escapes', { url: 'http://example.com/%E2', options: { follow_redirects: true } }, LIBCURL],
  [
    'a header that is not empty by its own words',
    {
      url: 'http://example.com/',
      headers: { 'X-A': '$A', 'X-B': '${B:-x}', 'X-C': '{{c}}' },
      variables: [
        { name: 'A', text: '$A' },
        { name: 'B', text: '${B:-x}' },
        { name: 'c', text: '{{c}}' },
      ],
    },
    LANGUAGES,
  ],
];

for (const [title, request, languages] of PLAIN)
  t.test(title, async (t) => {
    for (const language of languages) t.strictSame(generateCode(request, language).warnings, [], language);
  });
