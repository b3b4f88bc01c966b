/** Bad input is a 400 that names the field, never a 5xx; what is accepted comes back exactly as it was sent. */
import fc from 'fast-check';
import t from 'tap';
import { matchesSchema, onEachDatabase, testApp } from '../helper.ts';
import { isFull } from '../support/full.ts';

const COMMAND = 'curl https://api.example.com/users';
const POSTS = [
  '/api/playgrounds',
  '/api/tests/execute',
  '/api/parse-curl',
  '/api/generate-code',
  '/api/keys',
];

onEachDatabase(t, 'names and commands come back exactly', async (t, driver) => {
  const { call } = await testApp(t, driver);
  for (const name of [
    ...[
      'x',
      ' x ',
      "'",
      '"',
      '\\',
      '\\u0000',
      '%',
      '🚀'.repeat(200),
      'e\u0301',
      '\u00e9',
      '\u202e',
      '\ufeff',
      '\ufffd',
    ],
    ...['\u0001\u001f\u007f\u0085\u2028', '</script>', '$(id)', 'null', '\r\n', '__proto__', '\u{10ffff}'],
  ]) {
    const command = `${COMMAND} -H 'X: ${name.replaceAll("'", '')}' --data-raw 'ünï 🚀 \u0001'`;
    const created = await call('POST', '/api/playgrounds', { name, curl_command: COMMAND });
    t.equal(created.statusCode, 201, encodeURIComponent(name));
    t.ok(created.json().name === name, encodeURIComponent(name));
    const read = await call('GET', created.headers.location as string);
    t.ok(read.json().name === name, 'and again when it is read');
    const other = await call('PATCH', created.headers.location as string, { curl_command: command });
    if (other.statusCode === 200) t.ok(other.json().curl_command === command, 'the command too');
    else t.equal(other.statusCode, 400, 'curl itself refuses such a header');
  }
});

onEachDatabase(t, 'bad bodies', async (t, driver) => {
  const { app, call, key } = await testApp(t, driver);
  const utf8 = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const good = JSON.stringify({ curl_command: COMMAND });
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const bodies: [what: string, body: string | Buffer, field?: string][] = [
    ['nothing', ''],
    ['white space', ' \n'],
    ['half', '{"curl_command":"curl'],
    ['two values', `${good}${good}`],
    ['a comment', `/**/${good}`],
    ['a trailing comma', '{"curl_command":"curl x.test",}'],
    ['single quotes', "{'curl_command':'x'}"],
    ['NaN', '{"curl_command":NaN}'],
    ['invalid UTF-8', utf8('{"curl_command":"curl ', [0xff, 0xfe], '"}')],
    ['overlong UTF-8', utf8('{"curl_command":"curl ', [0xc0, 0x80], '"}')],
    ['a surrogate in UTF-8', utf8('{"curl_command":"curl ', [0xed, 0xa0, 0x80], '"}')],
    ['UTF-16', Buffer.from(good, 'utf16le')],
    ['a raw NUL', '{"curl_command":"\0"}'],
    ['a deep array', deep(100_000)],
    ['a deep object', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['a name given twice', `{"curl_command":"${COMMAND}","curl_command":"curl x.test"}`, '/curl_command'],
    [
      'a name given twice with an escape',
      `{"name":"a","n\\u0061me":"b","curl_command":"${COMMAND}"}`,
      '/name',
    ],
    ['an inexact number', `{"curl_command":"${COMMAND}","name":12345678901234567890}`, '/name'],
    ['an infinite number', '{"name":1e999}', '/name'],
    ['an unknown field', `{"curl_command":"${COMMAND}","constructor":1}`, '/constructor'],
    ['__proto__', `{"curl_command":"${COMMAND}","__proto__":{"is_public":true}}`, '/__proto__'],
    ['a long name', JSON.stringify({ curl_command: COMMAND, ['x'.repeat(100_000)]: 1 }), '/xxx'],
    ['a field with a slash', `{"curl_command":"${COMMAND}","a/b~c":1}`, '/a~1b~0c'],
  ];
  for (const value of [null, 5, true, [], {}, [COMMAND]])
    bodies.push([
      `curl_command ${JSON.stringify(value)}`,
      JSON.stringify({ curl_command: value }),
      '/curl_command',
    ]);
  for (const [field, ...values] of [
    ['name', 5, '', 'x'.repeat(201), 'a\0b', '\ud800', 'a\udc00'],
    [
      'curl_command',
      '',
      'a\0b',
      `${COMMAND} -H 'x: \udc00'`,
      `${COMMAND} -d ${'é'.repeat(40_000)}`,
      'x'.repeat(70_000),
    ],
    ['is_public', 'true', 1],
    ['theme', 'blue', 'DARK'],
    ['languages', ['cobol'], ['go', 'go'], 'go', [null]],
  ] as const)
    for (const value of values)
      bodies.push([
        `${field} ${JSON.stringify(value).slice(0, 30)}`,
        JSON.stringify({ curl_command: COMMAND, [field]: value }),
        `/${field}`,
      ]);
  const before = (await call('GET', '/api/playgrounds')).json().pagination.total;
  for (const [what, body, field] of bodies) {
    const sent = await app.inject({
      method: 'POST',
      url: '/api/playgrounds',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: body,
    });
    t.equal(sent.statusCode, 400, what);
    matchesSchema(t, 'ErrorResponse', sent.json(), what);
    t.ok(sent.body.length < 10_000, `${what} is not repeated as a whole`);
    if (field !== undefined)
      t.ok(sent.json().error.details[0].field.startsWith(field), `${what} names ${field}`);
  }
  t.equal((await call('GET', '/api/playgrounds')).json().pagination.total, before, 'nothing was stored');
  const marked = await call('POST', '/api/playgrounds', `\ufeff${good}`);
  t.equal(marked.statusCode, 201, 'a byte order mark is passed over (RFC 8259, section 8.1)');
  t.equal((await call('PATCH', marked.headers.location as string, {})).statusCode, 400, 'an empty change');
});

t.test('what is no JSON is told where, and what to write instead', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const problems: [body: string, message: string][] = [
    ['', 'The body must be an object'],
    ['{"curl":"x",}', 'in line 1, column 13, a name in double quotes is expected'],
    ['{"curl":\n "x" "y":1}', 'in line 2, column 6, a comma is expected'],
    ["{'curl':1}", 'in line 1, column 2, write texts in double quotes'],
    ['{"curl" 1}', 'in line 1, column 9, a colon is expected'],
    ['{"curl":}', 'in line 1, column 9, a value is expected'],
    ['{"curl":"x"', 'in line 1, column 12, a closing brace is missing'],
    ['[1', 'in line 1, column 3, a closing bracket is missing'],
    ['{"curl":"x', 'in line 1, column 9, the text is not closed'],
    ['{"curl":"a\tb"}', 'write control characters as'],
    ['{"curl":"\\x"}', 'this character is not allowed after a backslash'],
    ['{} {}', 'in line 1, column 4, nothing is allowed after the value'],
    ['{/* a */}', 'comments are not allowed'],
    ['{"curl":1.}', 'the number is incomplete'],
    ['['.repeat(100_000), 'The body is not valid JSON: '],
    ['{"curl":1,"curl":2}', 'curl is given twice. Remove one of them.'],
    ['{"curl":12345678901234567890}', 'curl is a number that a double cannot hold exactly.'],
    [`{"curl":${JSON.stringify({ ...Array(10_001).fill(1) })}}`, 'curl has more than 10000 names.'],
    [`[${'[],'.repeat(100_000)}0]`, 'The body has more than 100000 values.'],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 'nested more than 100 levels deep'],
  ];
  for (const [body, expected] of problems) {
    const refused = await call('POST', '/api/parse-curl', body);
    t.equal(refused.statusCode, 400, body.slice(0, 40));
    const { message } = refused.json().error.details[0];
    t.ok(message.includes(expected), message);
    t.match(message, /^[A-Za-z].*\.$/s, 'a sentence');
    t.notMatch(message, /token|position|JSON input|must NOT/, "not a parser's own words");
  }
});

onEachDatabase(t, 'what generated clients send for absent is absent', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const absent = { name: null, is_public: null, theme: null, languages: null };
  const plain = (await call('POST', '/api/playgrounds', { curl_command: COMMAND })).json();
  const created = await call('POST', '/api/playgrounds', { curl_command: COMMAND, ...absent });
  t.equal(created.statusCode, 201);
  const { name, is_public, theme, languages } = created.json();
  t.match(plain, { name, is_public, theme, languages }, 'with the defaults');
  const { id } = created.json();
  const changed = await call('PATCH', `/api/playgrounds/${id}`, { ...absent, languages: [], name: 'Now' });
  t.match(changed.json(), { name: 'Now', is_public, theme, languages }, 'and nothing else is changed');
  t.equal(
    (await call('PATCH', `/api/playgrounds/${id}`, absent)).statusCode,
    400,
    'nothing at all is no change',
  );
  t.match(
    (await call('POST', '/api/playgrounds', { curl_command: null })).json().error.details,
    [{ field: '/curl_command' }],
    'null is no command',
  );
  const key = await call('POST', '/api/keys', { name: 'x', scopes: [] });
  t.equal(key.statusCode, 400, 'a list of no scopes does not mean all of them');

  const shape = { method: 'GET', url: 'http://a.test/?a=1', headers: {} };
  const write = async (parsed: object) =>
    (await call('POST', '/api/generate-code', { parsed, language: 'python' })).json();
  const wanted = await write(shape);
  t.ok(wanted.code);
  const emptyLists = { headers: [], form: [], variables: [], options: { header_list: [], timeout_ms: null } };
  const nulls = { body: null, body_base64: null, body_file: null, form: null, auth: null, options: null };
  for (const given of [emptyLists, { ...nulls, variables: null, warnings: null, playground_id: null }])
    t.same(await write({ ...shape, ...given }), wanted, Object.keys(given).join(', '));
  t.match(
    (await call('POST', '/api/generate-code', { parsed: { method: 'GET' }, language: 'go' })).json().error
      .details,
    [{ field: '/parsed/url', code: 'required' }],
  );
});

onEachDatabase(t, 'ids that are none are 404', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const created = await call('POST', '/api/playgrounds', { curl_command: COMMAND });
  const { id } = created.json();
  for (const bad of [
    ...[
      '1',
      'x',
      '%00',
      '%F0%9F%9A%80',
      "'",
      '..%2f..',
      'null',
      '-',
      '%20',
      'a'.repeat(900),
      '%25',
      '*',
      '{id}',
    ],
    ...[
      id.toUpperCase(),
      `${id}%20`,
      `{${id}}`,
      id.replaceAll('-', ''),
      id.slice(1),
      `${id}0`,
      `urn:uuid:${id}`,
    ],
  ]) {
    for (const path of ['/api/playgrounds', '/api/tests', '/api/keys'])
      t.equal((await call('GET', `${path}/${bad}`)).statusCode, 404, `${path}/${bad.slice(0, 50)}`);
    t.equal((await call('PATCH', `/api/playgrounds/${bad}`, { name: 'x' })).statusCode, 404);
    t.equal((await call('DELETE', `/api/playgrounds/${bad}`)).statusCode, 404);
    t.equal(
      (await call('GET', `/api/tests?playgroundId=${bad}`)).statusCode,
      404,
      `playgroundId=${bad.slice(0, 50)}`,
    );
    const executed = await call('POST', '/api/tests/execute', { playground_id: decodeURIComponent(bad) });
    t.equal(executed.statusCode, 404);
  }
  t.equal((await call('GET', `/api/playgrounds/${id}`)).statusCode, 200);
  t.equal((await call('GET', `/api/playgrounds/${'a'.repeat(2000)}`)).statusCode < 500, true);
});

t.test('any JSON, anywhere, is no 5xx', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('\0', '\ud800', 'curl', COMMAND, '__proto__'),
  );
  const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text);
  const names = [
    'curl',
    'curl_command',
    'name',
    'url',
    'method',
    'headers',
    'body',
    'form',
    'parsed',
    'language',
  ];
  const more = [
    'options',
    'auth',
    'variables',
    'playground_id',
    'scopes',
    'expires_at',
    'languages',
    'theme',
  ];
  const named = fc.dictionary(fc.constantFrom(...names, ...more), json, { maxKeys: 4 });
  const body = fc.oneof(
    json,
    named,
    fc.record({ parsed: named, language: fc.constantFrom('go', 'python', 'rust') }),
  );
  const check = (answer: Awaited<ReturnType<typeof call>>): boolean => {
    if (answer.statusCode < 400) return true;
    const { error } = answer.json();
    return answer.statusCode < 500 && typeof error.code === 'string' && typeof error.message === 'string';
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...POSTS), body, async (path, value) =>
      check(await call('POST', path, JSON.stringify(value))),
    ),
    { numRuns: isFull ? 600 : 50, seed: 20_261_120 },
  );
  const { location } = (await call('POST', '/api/playgrounds', { curl_command: COMMAND })).headers;
  await fc.assert(
    fc.asyncProperty(body, async (value) =>
      check(await call('PATCH', String(location), JSON.stringify(value))),
    ),
    { numRuns: 100, seed: 20_261_120 },
  );
  const lists = fc.constantFrom(
    '/api/playgrounds',
    '/api/tests',
    '/api/keys',
    '/api/usage',
    '/api/nothing',
    '/api/tests/',
  );
  await fc.assert(
    fc.asyncProperty(
      lists,
      fc.webQueryParameters(),
      fc.constantFrom('', 'search=', 'page=', 'limit='),
      async (path, query, name) => check(await call('GET', `${path}?${name}${query}`)),
    ),
    { numRuns: isFull ? 200 : 50, seed: 20_261_120 },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (id) =>
      check(await call('GET', `/api/playgrounds/${encodeURIComponent(id.toWellFormed())}`)),
    ),
    { numRuns: 100, seed: 20_261_120 },
  );
});

t.test('any command text is parsed or refused with an offset in it', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const piece = fc.constantFrom(
    'curl',
    ' ',
    '-d',
    '-H',
    "'",
    '"',
    '\\',
    '\n',
    '$(',
    '`',
    '${',
    '}',
    '@',
    'http://x.test',
    '[1-9]',
    '|',
    '&&',
    '<',
    "$'\\x",
    '^',
    '--data-urlencode',
    '-F',
    'a=b',
    '-u',
    '🚀',
    '-X',
    '--next',
    '-:',
    '-K',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 20 }),
      async (pieces) => {
        const curl = `curl ${pieces.join('')}`;
        const answer = await call('POST', '/api/parse-curl', { curl });
        if (answer.statusCode === 200) return true;
        const [detail] = answer.json().error.details;
        const { offset = 0 } = detail;
        return (
          answer.statusCode === 400 &&
          detail.field === '/curl' &&
          offset >= 0 &&
          offset <= Array.from(curl).length
        );
      },
    ),
    { numRuns: isFull ? 400 : 50, seed: 20_261_120 },
  );
});

t.test('an error names twenty wrong fields at most, wherever they were found', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const request = {
    url: 'https://api.example.com/',
    form: Array.from({ length: 50 }, () => ({ name: 'a' })),
  };
  const refused = await call('POST', '/api/tests/execute', request);
  t.equal(refused.statusCode, 400);
  const { details } = refused.json().error;
  t.match([details.length, details[19]], [20, { field: '/form/19', code: 'invalid_form_part' }]);
});
