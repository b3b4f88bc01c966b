/** Recordings of browsers and proxies: what was sent is what the recording has, without what belongs to its connection. */
import { basic, type Corpus, type CorpusDocument, FORM_TYPE, JSON_TYPE, type Sent } from './corpus.ts';

interface Recorded {
  headers?: readonly string[];
  cookies?: readonly string[];
  postData?: object;
  version?: string;
}

const lines = (headers: readonly string[], separator: string) =>
  headers.map((line) => {
    const at = line.indexOf(separator, 1);
    return { name: line.slice(0, at), value: line.slice(at + separator.length) };
  });
const json = (text: string, mimeType = 'application/json') => ({ mimeType, text });
const params = (mimeType: string, values: readonly (readonly [string, string, string?])[]) => ({
  mimeType,
  params: values.map(([name, value, contentType]) => ({ name, value, ...(contentType && { contentType }) })),
});

export const HAR: Corpus = (origin) => {
  const entry = (
    method: string,
    path: string,
    { headers = [], cookies = [], postData, version = 'HTTP/1.1' }: Recorded = {},
  ) => ({
    startedDateTime: '2026-11-01T10:00:00.000Z',
    time: 12.5,
    request: {
      method,
      url: path.startsWith('/') ? origin + path : path,
      httpVersion: version,
      headers: lines(headers, ': '),
      cookies: lines(cookies, '='),
      queryString: [...new URLSearchParams(path.replace(/#.*/, '').split('?')[1] ?? '')].map(
        ([name, value]) => ({ name, value }),
      ),
      headersSize: -1,
      bodySize: -1,
      ...(postData !== undefined && { postData }),
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: version,
      headers: [],
      cookies: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0.5 },
  });
  const log = (entries: object[], sends: readonly Sent[], values = {}): CorpusDocument => ({
    document: {
      log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, pages: [], entries },
    },
    sends,
    values,
  });
  const host = new URL(origin).host;
  return [
    // A browser with HTTP/2.
    log(
      [
        entry('GET', '/feed?page=1&sort=-date', {
          version: 'h2',
          headers: [
            ':authority: x',
            ':method: GET',
            ':path: /feed',
            ':scheme: https',
            'accept: text/html,*/*;q=0.8',
            'accept-language: de-DE,de;q=0.9',
            'user-agent: Mozilla/5.0 (X11)',
            'sec-fetch-mode: navigate',
          ],
        }),
      ],
      [
        [
          'GET /feed?page=1&sort=-date',
          [
            'accept: text/html,*/*;q=0.8',
            'accept-language: de-DE,de;q=0.9',
            'sec-fetch-mode: navigate',
            'user-agent: Mozilla/5.0 (X11)',
          ],
        ],
      ],
    ),
    // JSON, with everything that a shell reads otherwise.
    log(
      [
        entry('POST', '/api/notes', {
          headers: ['Content-Type: application/json', 'Content-Length: 60'],
          postData: json(
            JSON.stringify({ a: '$HOME `id` \\ "q" \'s\' !x', b: 'ü\n{{x}}'.replace('{{x}}', 'y') }),
          ),
        }),
      ],
      [['POST /api/notes', [JSON_TYPE], { a: '$HOME `id` \\ "q" \'s\' !x', b: 'ü\ny' }]],
    ),
    // A form: text and parameters say the same.
    log(
      [
        entry('POST', '/login', {
          headers: ['content-type: application/x-www-form-urlencoded', 'origin: https://a.example'],
          postData: {
            ...params('application/x-www-form-urlencoded', [
              ['user', 'ann b'],
              ['next', '/'],
            ]),
            text: 'user=ann+b&next=%2F',
          },
        }),
      ],
      [
        [
          'POST /login',
          [FORM_TYPE, 'origin: https://a.example'],
          [
            ['user', 'ann b'],
            ['next', '/'],
          ],
        ],
      ],
    ),
    // A form: parameters alone.
    log(
      [
        entry('POST', '/form', {
          headers: ['Content-Type: application/x-www-form-urlencoded'],
          postData: params('application/x-www-form-urlencoded', [
            ['a', 'b&c=d'],
            ['e', 'é +%'],
          ]),
        }),
      ],
      [
        [
          'POST /form',
          [FORM_TYPE],
          [
            ['a', 'b&c=d'],
            ['e', 'é +%'],
          ],
        ],
      ],
    ),
    // Parts of a form.
    log(
      [
        entry('POST', '/upload', {
          headers: ['Content-Type: multipart/form-data; boundary=X'],
          postData: params('multipart/form-data; boundary=X', [
            ['title', 'a;b "c"'],
            ['meta', '{"x":1}', 'application/json'],
          ]),
        }),
      ],
      [
        [
          'POST /upload',
          ['content-type: multipart/form-data'],
          [
            ['title', 'a;b "c"'],
            ['meta', '{"x":1}', 'application/json'],
          ],
        ],
      ],
    ),
    // Parts of a form as a text.
    log(
      [
        entry('POST', '/upload', {
          headers: ['Content-Type: multipart/form-data; boundary=----WebKit1'],
          postData: json(
            '------WebKit1\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n------WebKit1--\r\n',
            'multipart/form-data; boundary=----WebKit1',
          ),
        }),
      ],
      [['POST /upload', ['content-type: multipart/form-data'], [['a', 'b']]]],
    ),
    // Cookies: in their list only, and in both places.
    log(
      [
        entry('GET', '/c', { cookies: ['theme=dark', 'lang=de'] }),
        entry('GET', '/d', { headers: ['Cookie: theme=dark; lang=de'], cookies: ['theme=dark', 'lang=de'] }),
      ],
      [
        ['GET /c', ['cookie: theme=dark; lang=de']],
        ['GET /d', ['cookie: theme=dark; lang=de']],
      ],
      { theme: 'dark', lang: 'de' },
    ),
    // A preflight, and what it asks for.
    log(
      [
        entry('OPTIONS', '/v1/items/1', {
          headers: ['Access-Control-Request-Method: DELETE', 'Origin: https://a.example'],
        }),
        entry('DELETE', '/v1/items/1', { headers: ['Origin: https://a.example'] }),
      ],
      [
        ['OPTIONS /v1/items/1', ['access-control-request-method: DELETE', 'origin: https://a.example']],
        ['DELETE /v1/items/1', ['origin: https://a.example']],
      ],
    ),
    // GraphQL.
    log(
      [
        entry('POST', '/graphql', {
          headers: ['content-type: application/json; charset=utf-8', 'x-request-id: 1'],
          postData: json(
            '{"query":"query Q($id: ID!) {\\n  node(id: $id) { id }\\n}","variables":{"id":"a"}}',
            'application/json; charset=utf-8',
          ),
        }),
      ],
      [
        [
          'POST /graphql',
          ['content-type: application/json; charset=utf-8', 'x-request-id: 1'],
          { query: 'query Q($id: ID!) {\n  node(id: $id) { id }\n}', variables: { id: 'a' } },
        ],
      ],
    ),
    // A part of a video, and conditions.
    log(
      [
        entry('GET', '/v.mp4', {
          headers: ['Range: bytes=0-1023', 'If-None-Match: W/"a"', 'Referer: https://a.example/?a=b'],
        }),
      ],
      [['GET /v.mp4', ['if-none-match: W/"a"', 'range: bytes=0-1023', 'referer: https://a.example/?a=b']]],
    ),
    // An address in many letters, with a fragment.
    log(
      [entry('GET', '/s%C3%BC%C3%9F/a%2Fb/?q=%E2%9C%93+x%20y&e=&f#top')],
      [['GET /s%C3%BC%C3%9F/a%2Fb/?q=%E2%9C%93+x%20y&e=&f', []]],
    ),
    // Brackets and braces, which curl would expand.
    log(
      [entry('GET', '/x?ids[]=1&ids[]=2&r=[1-3]&s={a,b}')],
      [['GET /x?ids[]=1&ids[]=2&r=[1-3]&s={a,b}', []]],
    ),
    // A proxy: HTTP/1.0 and a Host of its own.
    log(
      [
        entry('GET', '/vhost', {
          version: 'HTTP/1.1',
          headers: [
            `Host: ${host}`,
            'Connection: keep-alive',
            'Proxy-Connection: keep-alive',
            'Pragma: no-cache',
          ],
        }),
      ],
      [['GET /vhost', ['pragma: no-cache']]],
    ),
    // Text in other types.
    log(
      [
        entry('PUT', '/doc.txt', {
          headers: ['Content-Type: text/plain;charset=UTF-8'],
          postData: json('@file\n-d\n', 'text/plain;charset=UTF-8'),
        }),
        entry('PATCH', '/doc.xml', {
          headers: ['content-type: application/xml'],
          postData: json('<a b="c">&amp;</a>', 'application/xml'),
        }),
      ],
      [
        ['PUT /doc.txt', ['content-type: text/plain;charset=UTF-8'], '@file\n-d\n'],
        ['PATCH /doc.xml', ['content-type: application/xml'], '<a b="c">&amp;</a>'],
      ],
    ),
    // HEAD, and methods that are rare.
    log(
      [
        entry('HEAD', '/h'),
        entry('PROPFIND', '/dav', { headers: ['Depth: 1'] }),
        entry('GET', '/same'),
        entry('GET', '/same'),
      ],
      [
        ['HEAD /h', []],
        ['PROPFIND /dav', ['depth: 1']],
        ['GET /same', []],
        ['GET /same', []],
      ],
    ),
    // Headers without a value, and one twice.
    log(
      [entry('GET', '/e', { headers: ['X-Empty: ', 'X-A: 1', 'X-A: 2', 'X-Quote: it\'s "q"; a=b'] })],
      [['GET /e', ['x-a: 1', 'x-a: 2', 'x-empty: ', 'x-quote: it\'s "q"; a=b']]],
    ),
    // An empty body that has a type.
    log(
      [
        entry('POST', '/empty', {
          headers: ['Content-Type: application/json', 'Content-Length: 0'],
          postData: json(''),
        }),
        entry('POST', '/none', { headers: ['Content-Length: 0'] }),
      ],
      [
        ['POST /empty', [JSON_TYPE]],
        ['POST /none', []],
      ],
    ),
    // A type in the body's record alone: the recording of a tool without headers.
    log(
      [
        entry('POST', '/t', { postData: json('{"a":1}') }),
        entry('POST', '/u', { postData: json('a=b', 'application/x-www-form-urlencoded') }),
      ],
      [
        ['POST /t', [JSON_TYPE], { a: 1 }],
        ['POST /u', [FORM_TYPE], [['a', 'b']]],
      ],
    ),
    // Credentials.
    log(
      [
        entry('GET', '/me', {
          headers: ['Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
        }),
        entry('GET', '/basic', { headers: [basic('ann', 'V3ryS3cret!')] }),
      ],
      [
        ['GET /me', ['authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl']],
        ['GET /basic', [basic('ann', 'V3ryS3cret!')]],
      ],
      {
        token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
        username: 'ann',
        password: 'V3ryS3cret!',
      },
    ),
    // Texts that look like variables are what was sent.
    log(
      [
        entry('POST', '/tpl?x=$a', {
          headers: ['Content-Type: text/plain'],
          postData: json('Dear ${name}, $1 %s {0} <%= x %>', 'text/plain'),
        }),
      ],
      [['POST /tpl?x=$a', ['content-type: text/plain'], 'Dear ${name}, $1 %s {0} <%= x %>']],
    ),
  ];
};
