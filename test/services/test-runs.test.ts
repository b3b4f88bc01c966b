/** Running what leaves variables open. */
import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';
import { headerOf, startRecorder } from '../support/recorder.ts';

t.test('values of variables may be given by name', async (t) => {
  const target = await startRecorder();
  t.teardown(() => target.close());
  const { call } = await testApp(t, 'pglite');
  const execute = (body: object) => call('POST', '/api/tests/execute', body);
  const command = `curl ${target.origin}/a -H "X-A: $NAME" -H 'X-B: {{user}}' -d "\${NAME}"`;
  const parsed = (await call('POST', '/api/parse-curl', { curl: command })).json();
  const { id } = (await call('POST', '/api/playgrounds', { curl_command: command })).json();

  for (const request of [parsed, { playground_id: id }])
    for (const variables of [
      { NAME: 'as $typed', user: '' },
      [
        { name: 'NAME', value: 'as $typed' },
        { name: 'user', value: '' },
      ],
    ]) {
      const ran = await execute({ ...request, variables });
      t.equal(ran.json().status, 'completed', ran.body);
      t.same(ran.json().warnings, [], 'a variable that has a value is not warned about');
      const sent = await target.next();
      t.equal(headerOf(sent, 'x-a'), 'as $typed');
      t.equal(headerOf(sent, 'x-b'), '');
      t.equal(sent.body.toString(), 'as $typed');
    }
  const { status } = (
    await execute({ url: `${target.origin}/{{id}}`, headers: { 'X-A': '${id}' }, variables: { id: '7' } })
  ).json();
  t.equal(status, 'completed');
  t.match(await target.next(), { target: '/7', headers: [] });

  const missing = await execute({ playground_id: id, variables: { user: 'x' } });
  t.equal(missing.statusCode, 400);
  t.match(missing.json().error.details, [{ field: '/variables/NAME', code: 'missing_variable' }]);
  t.equal(missing.json().error.details.length, 1, 'each once, however often it is written');
  const unknown = await execute({ playground_id: id, variables: { NAME: 'x', user: 'y', 'a/b': 'z' } });
  t.match(unknown.json().error.details, [{ field: '/variables/a~1b', code: 'unknown_variable' }]);
  for (const variables of [{ NAME: 5 }, 'NAME=x', 5, [{ value: 'x' }], ['NAME']])
    t.equal((await execute({ playground_id: id, variables })).statusCode, 400, JSON.stringify(variables));
  t.equal((await execute({ url: target.origin, variables: {} })).statusCode, 200);
  const other = await execute({ ...parsed, variables: { NAME: 'x', user: 'y', 'a/b': 'z' } });
  t.match(other.json().error.details, [{ field: '/variables/a~1b', code: 'unknown_variable' }]);
});

t.test('what an error asks for may be given as the object that it shows', async (t) => {
  const target = await startRecorder();
  t.teardown(() => target.close());
  const { call } = await testApp(t, 'pglite');
  for (const [command, name] of [
    ['curl ORIGIN -d "$(uuidgen)"', 'UUIDGEN'],
    ['curl ORIGIN -d "$(date +%s)"', 'DATE_S'],
    ['curl ORIGIN -d "`uuidgen`"', 'UUIDGEN'],
    ['curl ORIGIN -d "${{ secrets.X }}"', 'secrets.X'],
    ['curl.exe ORIGIN -d $env:API_KEY', 'API_KEY'],
    ['curl.exe ORIGIN -d $_', '_'],
  ] as const) {
    const curl = command.replace('ORIGIN', target.origin);
    const parsed = (await call('POST', '/api/parse-curl', { curl })).json();
    t.match(parsed.variables, [{ name }], command);
    const ran = await call('POST', '/api/tests/execute', { ...parsed, variables: { [name]: 'given' } });
    t.equal(ran.json().status, 'completed', ran.body);
    t.equal((await target.next()).body.toString(), 'given', command);
  }
});

t.test('with a playground, what generated clients send for absent asks for nothing', async (t) => {
  const target = await startRecorder();
  t.teardown(() => target.close());
  const { call } = await testApp(t, 'pglite');
  const execute = (body: object) => call('POST', '/api/tests/execute', body);
  const { id } = (await call('POST', '/api/playgrounds', { curl_command: `curl ${target.origin}` })).json();
  const absent = { headers: {}, body: null, options: {}, form: [], variables: [], warnings: [] };
  t.match((await execute({ ...absent, playground_id: id })).json(), {
    status: 'completed',
    playground_id: id,
  });
  for (const [field, value] of [
    ['body', ''],
    ['body', {}],
    ['method', 'GET'],
    ['headers', { a: '' }],
    ['options', { insecure: true }],
  ] as const)
    t.match(
      (await execute({ ...absent, playground_id: id, [field]: value })).json().error.details,
      [{ field: `/${field}`, code: 'conflicting_request' }],
      `${field} ${JSON.stringify(value)}`,
    );
});

t.test("a command's own proxy is refused", async (t) => {
  const { call } = await testApp(t, 'pglite');
  const parsed = (
    await call('POST', '/api/parse-curl', { curl: 'curl -x http://proxy.example:8080 http://h.example/' })
  ).json();
  const refused = await call('POST', '/api/tests/execute', parsed);
  t.equal(refused.statusCode, 400);
  t.match(refused.json().error.details, [{ field: '/options/proxy' }]);
});

t.test('a program for a playground, and in several languages at once', async (t) => {
  const { call, account } = await testApp(t, 'pglite');
  const { key } = await account();
  const as = { authorization: `Bearer ${key}` };
  const generate = (body: object, headers = {}) => call('POST', '/api/generate-code', body, headers);
  const batch = (body: object, headers = {}) => call('POST', '/api/generate-code/batch', body, headers);
  const written = async (body: object) => {
    const { data }: { data: { language: string; library: string; style: string }[] } = (
      await batch({ parsed, ...body })
    ).json();
    return data.map(({ language, library, style }) => `${language} ${library} ${style}`);
  };
  const curl_command = "curl https://api.example.com/a -H 'Authorization: Bearer abcdefgh1'";
  const create = async (is_public: boolean) =>
    (await call('POST', '/api/playgrounds', { curl_command, is_public })).json().id;
  const [open, own] = [await create(true), await create(false)];
  const parsed = (await call('POST', '/api/parse-curl', { curl: curl_command })).json();

  const one = (await generate({ parsed, language: 'python' })).json();
  t.same((await generate({ playground_id: own, language: 'python' })).json(), one);
  t.match(one.code, /abcdefgh1/);
  const many = (await batch({ playground_id: own, languages: ['go', 'python'] })).json();
  t.same(
    many.data.map(({ language }: { language: string }) => language),
    ['go', 'python'],
  );
  t.same(many, { data: [many.data[0], one] }, 'nothing stands beside data');
  t.same((await generate({ curl: curl_command, language: 'python' })).json(), one, 'a command');
  t.same((await generate({ parsed, language: 'python', library: 'requests' })).json(), one, 'a library');
  const curl = 'curl --doh-url https://d.example/ https://api.example.com/a';
  const id = (await call('POST', '/api/playgrounds', { curl_command: curl })).json().id;
  for (const source of [{ curl }, { playground_id: id }]) {
    const warned = [{ code: 'option_ignored', option: '--doh-url' }];
    t.match((await generate({ ...source, language: 'go' })).json().warnings, warned, "the parser's warnings");
    t.match((await batch({ ...source, languages: ['go'] })).json().data[0].warnings, warned);
  }
  t.equal((await written({})).length, 9, 'all languages by default');
  t.equal((await written({ languages: [], libraries: [] })).length, 9, 'an empty list is absent');
  t.same(await written({ libraries: ['axios', 'httpx'] }), [
    'python httpx complete',
    'javascript axios complete',
  ]);
  t.same(await written({ languages: ['go', 'python'], libraries: ['httpx', 'requests'], style: 'minimal' }), [
    'go net/http minimal',
    'python httpx minimal',
    'python requests minimal',
  ]);
  const variables = await batch({
    curl: 'curl "https://$HOST/$ID/${OPEN:-no}" -H "A: $ID"',
    languages: ['go', 'curl'],
  });
  for (const { warnings } of variables.json().data)
    t.same(warnings, [{ code: 'variable', message: 'Set HOST and ID before you run it.' }], 'one for all');
  const encoded = await batch({
    curl: 'curl -G https://h.example/ --data-urlencode "q=$Q" -d page=2',
    languages: ['python', 'javascript', 'rust', 'go'],
    libraries: ['httpx', 'axios', 'reqwest', 'net/http'],
  });
  for (const { library, warnings } of encoded.json().data)
    t.same(warnings, [{ code: 'variable', message: 'Set Q before you run it.' }], `${library} encodes it`);
  const stays = { curl: 'curl -G "https://h.example/?a[]=1" --data-urlencode "q=$Q"', language: 'python' };
  t.match(
    (await generate(stays)).json().warnings,
    [{ code: 'variable' }, { code: 'variable_encoded' }],
    'it is in the text of the URL',
  );
  const resumed = await batch({
    curl: 'curl -C - -o a.iso https://h.example/a.iso',
    languages: ['go', 'php', 'curl'],
  });
  t.match(
    resumed.json().data.map(({ warnings }: { warnings: unknown[] }) => warnings),
    [[{ code: 'option_unsupported', message: /HTTP 416/ }], [], []],
    'programs resume; only what differs is a warning',
  );
  const hinted = async (more: string) =>
    (await generate({ curl: `curl https://h.example/ ${more}`, language: 'go' })).json().warnings;
  t.match(await hinted(`-d '{"a":1}'`), [
    { code: 'json_as_form', message: /Content-Type: application\/json/ },
  ]);
  const { warnings: ofParser } = (
    await call('POST', '/api/parse-curl', { curl: `curl https://h.example/ -d '{"a":1}'` })
  ).json();
  t.match(ofParser, [{ code: 'json_as_form' }], 'the parser says it, too');
  for (const more of [
    '-d a=1',
    `--json '{"a":1}'`,
    `-d '{a}'`,
    `-d '{"a":1}' -H 'Content-Type: application/json'`,
  ])
    t.same(await hinted(more), [], more);
  const listed = await call('GET', '/api/languages', undefined, as);
  t.match(listed.json().data[0], {
    language: 'python',
    title: 'Python',
    libraries: [{ library: 'requests' }],
  });
  t.equal(listed.json().data.length, 9);
  const [fetches, okHttp] = ['javascript', 'java'].map((name) =>
    listed.json().data.find(({ language }: { language: string }) => language === name),
  );
  t.match(fetches.libraries[1], { library: 'axios', install: 'npm install axios', run: fetches.run });
  const withOkHttp = (await generate({ parsed, language: 'java', library: 'OkHttp' })).json();
  t.match(withOkHttp, okHttp.libraries[1], 'the program is installed and run as the list says');
  t.match(withOkHttp, { run: /lib/, files: [{ name: 'pom.xml' }] });
  t.equal((await call('GET', '/api/languages', undefined, { authorization: 'Bearer x' })).statusCode, 401);
  const strangers = await batch({ playground_id: open, languages: ['python', 'curl'] }, as);
  t.equal(strangers.statusCode, 200);
  t.notOk(strangers.body.includes('abcdefgh1'), 'a stranger gets a placeholder');
  t.equal((await generate({ playground_id: own, language: 'go' }, as)).statusCode, 404);

  const wrong: [object, string][] = [
    [{ language: 'go' }, '/parsed'],
    [{ parsed }, '/language'],
    [{ parsed, playground_id: own, language: 'go' }, '/playground_id'],
    [{ parsed, curl: curl_command, language: 'go' }, '/curl'],
    [{ curl: 'curl -X', language: 'go' }, '/curl'],
    [{ parsed, language: 'go', library: 'requests' }, '/library'],
  ];
  const wrongBatches: [object, string][] = [
    [{ languages: ['go'] }, '/parsed'],
    [{ parsed, language: 'go' }, '/language'],
    [{ parsed, languages: ['go', 'cobol'] }, '/languages/1'],
    [{ parsed, languages: ['go', 'go'] }, '/languages'],
    [{ parsed, languages: ['go'], libraries: ['net/http', 'requests'] }, '/libraries/1'],
    [{ parsed, libraries: ['wget'] }, '/libraries/0'],
  ];
  for (const [send, cases] of [[generate, wrong] as const, [batch, wrongBatches] as const])
    for (const [body, field] of cases) {
      const refused = await send(body);
      t.equal(refused.statusCode, 400);
      t.match(refused.json().error.details, [{ field }], field);
    }
  for (const old of [
    { parsed, languages: ['go'] },
    { parsed, language: 'go', languages: ['go'] },
  ])
    t.equal(
      (await generate(old)).json().error.message,
      'languages is not a field here any more. Use POST /api/generate-code/batch.',
    );
});

onEachDatabase(t, 'what is stored is masked, and the answer is what is stored', async (t, driver) => {
  const target = await startRecorder(() => ({ headers: [['Set-Cookie', 'sid=s3cret; Path=/']] }));
  t.teardown(() => target.close());
  const body = '{"password":"s3cret","a":1}';
  const request = {
    url: `${target.origin}/?token=s3cret&a=1`,
    headers: { Referer: 'https://h/?api_key=s3cret', 'X-Api-Key': 's3cret', Cookie: 'a=s3cret' },
    body,
  };
  const { call } = await testApp(t, driver);
  const ran = await call('POST', '/api/tests/execute', request);
  t.equal(ran.json().status, 'completed');
  t.notOk(ran.body.includes('s3cret'), ran.body);
  t.match((await target.next()).body.toString(), 's3cret', 'but sent as it was given');
  t.same((await call('GET', `/api/tests/${ran.json().id}`)).json(), ran.json());

  const open = await testApp(t, driver, { env: { MASK_REQUEST_BODIES: 'false' } });
  const kept = (await open.call('POST', '/api/tests/execute', request)).json();
  t.equal(kept.request.body, body);
  t.equal(kept.request.headers['X-Api-Key'], '***', 'headers are masked all the same');
});
