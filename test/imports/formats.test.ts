/** What the commands of imported documents send: the same as the tool that each document is of. */
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { EXPORTS } from '../../src/exports/index.ts';
import { type ImportResult, readImport } from '../../src/imports/index.ts';
import type { ImportedItem } from '../../src/imports/item.ts';
import { substituteVariables } from '../../src/request/variables.ts';

/** What an item sends with the defaults of its variables, and `<name>` for those without. */
function sent({ command, variables }: ImportedItem): string[] {
  const request = parseCurl(command);
  const values = new Map(variables.map(({ name, default: value }) => [name, value]));
  const filled = substituteVariables({
    ...request,
    variables: (request.variables ?? []).map((one) => ({
      ...one,
      value: values.get(one.name) ?? `<${one.name}>`,
    })),
  });
  const headers = Object.entries(filled.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const auth = filled.auth && `${filled.auth.scheme} ${filled.auth.username}:${filled.auth.password}`;
  const form = filled.form?.map(({ name, value, file, content_type: type }) =>
    [name, value ?? `@${file}`, type ?? ''].join(' ').trim(),
  );
  return [
    `${filled.method} ${filled.url}`,
    ...headers.sort((a, b) => (a < b ? -1 : 1)),
    ...(auth === undefined ? [] : [auth]),
    ...(filled.body === undefined ? [] : [String(filled.body)]),
    ...(filled.body_file === undefined ? [] : [`@${filled.body_file}`]),
    ...(form ?? []),
  ];
}

const read = (document: string | object): ImportResult =>
  readImport({ source: typeof document === 'string' ? document : JSON.stringify(document) });

/** Imports a document and compares what each item sends, by its name. */
function sends(t: Test, document: string | object, wanted: Record<string, string[]>): ImportResult {
  const result = read(document);
  t.strictSame(Object.fromEntries(result.items.map((item) => [item.name, sent(item)])), wanted);
  return result;
}

const SCHEMA = (version: string) =>
  `https://schema.getpostman.com/json/collection/v${version}/collection.json`;

t.test('Postman 2.1', async (t) => {
  const { skipped, items, warnings } = sends(
    t,
    {
      info: { name: 'Shop', schema: SCHEMA('2.1.0') },
      event: [{ listen: 'prerequest', script: { exec: ['pm.environment.set("a", 1)'] } }],
      variable: [
        { key: 'host', value: 'shop.example' },
        { key: 'baseUrl', value: 'https://{{host}}/v1' },
        { key: 'apiToken', value: 'abcDEF123ghi456JKL789' },
      ],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiToken}}' }] },
      item: [
        {
          name: 'Orders',
          auth: {
            type: 'apikey',
            apikey: [
              { key: 'key', value: 'X-Key' },
              { key: 'value', value: '{{key}}' },
            ],
          },
          item: [
            {
              name: 'Search',
              request: {
                method: 'GET',
                url: {
                  host: ['{{baseUrl}}'],
                  path: ['orders', ':id', 'lines'],
                  query: [
                    { key: 'q', value: 'a b&c' },
                    { key: 'off', value: '1', disabled: true },
                    { key: 'flag', value: null },
                  ],
                  variable: [{ key: 'id', value: '7' }],
                },
                header: [
                  { key: 'Accept', value: 'text/csv' },
                  { key: 'X', value: 'y', disabled: true },
                ],
                body: { mode: 'raw', raw: 'pruned' },
              },
            },
          ],
        },
        { name: 'Inherits', request: { method: 'DELETE', url: '{{baseUrl}}/orders/1' } },
        {
          name: 'JSON',
          request: {
            method: 'PUT',
            auth: { type: 'noauth' },
            url: '{{baseUrl}}/x',
            body: { mode: 'raw', raw: '{"a": 1}', options: { raw: { language: 'json' } } },
          },
        },
        {
          name: 'Form',
          request: {
            method: 'POST',
            auth: {
              type: 'basic',
              basic: [
                { key: 'username', value: 'ada' },
                { key: 'password', value: 'pA55w0rd!x' },
              ],
            },
            url: 'shop.example/é',
            body: {
              mode: 'urlencoded',
              urlencoded: [
                { key: 'a', value: 'b c' },
                { key: 'd', value: '{{host}}' },
              ],
            },
          },
        },
        {
          name: 'Upload',
          request: {
            method: 'POST',
            auth: { type: 'digest', digest: [] },
            url: 'https://a.example',
            body: {
              mode: 'formdata',
              formdata: [
                { key: 'a', value: 'b', type: 'text' },
                { key: 'f', type: 'file', src: ['/x/1.png', '/x/2.bin'] },
              ],
            },
          },
        },
        {
          name: 'GraphQL',
          request: {
            method: 'POST',
            auth: { type: 'noauth' },
            url: 'https://a.example/graphql',
            body: { mode: 'graphql', graphql: { query: '{ a }', variables: '' } },
          },
        },
        { name: 'Socket', request: { url: 'wss://a.example' } },
      ],
    },
    {
      'Orders / Search': [
        'GET https://shop.example/v1/orders/7/lines?q=a%20b%26c&flag',
        'Accept: text/csv',
        'X-Key: <key>',
      ],
      Inherits: ['DELETE https://shop.example/v1/orders/1', 'Authorization: Bearer <apiToken>'],
      JSON: ['PUT https://shop.example/v1/x', 'Content-Type: application/json', '{"a": 1}'],
      Form: [
        'POST http://shop.example/%C3%A9',
        'Content-Type: application/x-www-form-urlencoded',
        'basic ada:<password>',
        'a=b%20c&d=shop.example',
      ],
      Upload: [
        'POST https://a.example/',
        'digest <username>:<password>',
        'a b',
        'f @/x/1.png application/octet-stream',
        'f @/x/2.bin application/octet-stream',
      ],
      GraphQL: [
        'POST https://a.example/graphql',
        'Content-Type: application/json',
        '{"query":"{ a }","variables":{}}',
      ],
    },
  );
  t.match(skipped, [{ name: 'Socket', reason: /http/ }]);
  t.match(warnings, [/scripts of the collection/]);
  t.match(items[0]?.warnings, [{ message: /sends no body with GET/ }]);
  t.match(items[1]?.variables, [
    { name: 'baseUrl', default: 'https://shop.example/v1' },
    { name: 'apiToken', secret: true },
  ]);
  t.ok(
    items.every(({ command }) => command.startsWith('curl -L') || command.includes(' -L')),
    'Postman follows redirects',
  );
  t.notMatch(JSON.stringify(items), /abcDEF123|pA55w0rd/, 'no credential is left');
});

t.test('Postman 2.0', async (t) => {
  sends(
    t,
    {
      info: { name: 'Old', schema: SCHEMA('2.0.0') },
      item: [
        {
          name: 'A',
          request: {
            method: 'GET',
            url: 'https://a.example/x?y=1',
            header: 'Accept: text/html\nX-A: b',
            auth: { type: 'basic', basic: { username: '{{u}}', password: '{{p}}' } },
          },
        },
        { name: 'B', request: 'https://a.example/b' },
      ],
    },
    {
      A: ['GET https://a.example/x?y=1', 'Accept: text/html', 'X-A: b', 'basic <u>:<p>'],
      B: ['GET https://a.example/b'],
    },
  );
});

t.test('OpenAPI', async (t) => {
  const { items, skipped } = sends(
    t,
    `openapi: 3.1.0
info: {title: Pets}
servers: [{url: 'https://{region}.pets.example/v1/', variables: {region: {default: eu, enum: [eu, us]}}}]
security: [{key: []}]
paths:
  /pets/{petId}:
    parameters: [{name: petId, in: path, required: true, schema: {type: integer, example: 7}}]
    get:
      tags: [Pets]
      summary: Get
      parameters:
        - {name: fields, in: query, explode: false, example: [a, b]}
        - {name: tag, in: query, example: [x, 'y z']}
        - {name: filter, in: query, style: deepObject, example: {a: 1}}
        - {name: limit, in: query, required: true, schema: {type: integer}}
        - {name: optional, in: query, schema: {type: string}}
        - {name: X-Trace, in: header, schema: {type: string, default: on}}
      responses: {'200': {content: {application/json: {}}}}
    put:
      operationId: replace
      security: [{basic: []}, {}]
      requestBody: {content: {text/plain: {}, application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
    patch:
      operationId: example
      security: []
      requestBody: {content: {application/merge-patch+json: {examples: {one: {$ref: '#/components/examples/one'}}}}}
    post:
      operationId: upload
      security: [{oauth: [read]}]
      requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {name: {type: string}, photo: {type: string, format: binary}}}}}}
    delete: {operationId: remote, parameters: [{$ref: 'https://other.example/p.yaml'}]}
components:
  securitySchemes:
    key: {type: apiKey, in: query, name: api_key}
    basic: {type: http, scheme: basic}
    oauth: {type: oauth2, flows: {}}
  examples: {one: {value: {a: null}}}
  schemas:
    Pet:
      type: object
      properties:
        id: {type: integer, readOnly: true}
        name: {type: string}
        born: {type: string, format: date}
        kind: {enum: [cat, dog]}
        parent: {$ref: '#/components/schemas/Pet'}
        owner: {allOf: [{type: object, properties: {a: {type: [string, 'null']}}}, {properties: {b: {type: boolean}}}]}
`,
    {
      'Pets / Get': [
        'GET https://eu.pets.example/v1/pets/7?fields=a,b&tag=x&tag=y%20z&filter%5Ba%5D=1&limit=<limit>&api_key=<key>',
        'Accept: application/json',
        'X-Trace: on',
      ],
      replace: [
        'PUT https://eu.pets.example/v1/pets/7',
        'Content-Type: application/json',
        'basic <username>:<password>',
        JSON.stringify(
          { name: 'string', born: '2019-08-24', kind: 'cat', owner: { a: 'string', b: true } },
          null,
          2,
        ),
      ],
      example: [
        'PATCH https://eu.pets.example/v1/pets/7',
        'Content-Type: application/merge-patch+json',
        JSON.stringify({ a: null }, null, 2),
      ],
      upload: [
        'POST https://eu.pets.example/v1/pets/7',
        'Authorization: Bearer <access_token>',
        'name string',
        'photo @file application/octet-stream',
      ],
    },
  );
  t.match(items[0]?.variables, [{ name: 'region', default: 'eu', choices: ['eu', 'us'] }]);
  const { items: others } = read({
    openapi: '3.1.0',
    info: { title: 'A' },
    servers: [{ url: 'https://{at}.example', variables: { at: { default: 'x', enum: ['eu', 'us'] } } }],
    paths: { '/': { get: {} } },
  });
  t.match(others[0]?.warnings, [{ message: /The choices of the variable at are left out/ }]);
  t.match(skipped, [{ name: 'remote', reason: /another document/ }]);
});

t.test('HAR', async (t) => {
  const entry = (request: object) => ({ request: { httpVersion: 'h2', headers: [], ...request } });
  const { skipped } = sends(
    t,
    {
      log: {
        version: '1.2',
        entries: [
          entry({
            method: 'GET',
            url: 'https://a.example/x?y=1#z',
            headers: [
              { name: ':authority', value: 'a.example' },
              { name: 'accept', value: '*/*' },
              { name: 'connection', value: 'keep-alive' },
            ],
          }),
          entry({
            method: 'POST',
            url: 'https://a.example/form',
            postData: {
              mimeType: 'application/x-www-form-urlencoded',
              params: [{ name: 'a', value: 'b c' }],
            },
          }),
          entry({
            method: 'POST',
            url: 'https://a.example/json',
            headers: [
              { name: 'Content-Type', value: 'application/json' },
              { name: 'Host', value: 'a.example' },
            ],
            postData: { mimeType: 'application/json', text: '{}' },
          }),
          entry({ method: 'GET', url: 'data:text/plain,x' }),
        ],
      },
    },
    {
      'GET a.example/x': ['GET https://a.example/x?y=1', 'accept: */*'],
      'POST a.example/form': [
        'POST https://a.example/form',
        'Content-Type: application/x-www-form-urlencoded',
        'a=b%20c',
      ],
      'POST a.example/json': ['POST https://a.example/json', 'Content-Type: application/json', '{}'],
    },
  );
  t.equal(skipped.length, 1);
});

t.test('Markdown and .http', async (t) => {
  sends(
    t,
    '# API\n\n## *One*\n\nText.\n\n```\ncurl https://a.example/1\n```\n\n~~~console\n$ curl -d a https://a.example/2\n~~~\n',
    {
      One: ['POST https://a.example/2', 'Content-Type: application/x-www-form-urlencoded', 'a'],
    },
  );
  sends(
    t,
    '@host = https://a.example\n\n### One\nGET {{host}}/1\nAccept: */*\n\n### Two\n# @name two\nPOST {{host}}/2\nContent-Type: text/plain\n\n{{x-y}}\n',
    {
      One: ['GET https://a.example/1', 'Accept: */*'],
      Two: ['POST https://a.example/2', 'Content-Type: text/plain', '<x_y>'],
    },
  );
  const { items } = sends(
    t,
    '# A\n\n## B\n\nTo begin:\n\n- One\n\n  ```sh\n  curl https://a.example/1\n  ```\n\n- Two\n\n  ```sh\n  curl https://a.example/2\n  ```\n',
    { B: ['GET https://a.example/2'] },
  );
  t.strictSame(
    items.map(({ description }) => description),
    ['To begin:\n\n- One', '- Two'],
    'blocks in lists are not in the descriptions',
  );
  const marks = '*a_'.repeat(1_000_000);
  const start = process.memoryUsage().heapUsed;
  read(`# ${marks}\n\n${marks}\n\n\`\`\`sh\ncurl https://a.example/1\n\`\`\`\n`);
  t.ok(process.memoryUsage().heapUsed - start < 100_000_000, 'the inline parts of a document are not read');
  const { skipped } = sends(
    t,
    '### One\nGET https://a.example/1\n  ?a=b\n  &c=d HTTP/1.1\nAccept: */*\n\n### Two\n# Soon.\n\n### Three\nGRAPHQL https://a.example/3\n\n{ a }\n',
    { One: ['GET https://a.example/1?a=b&c=d', 'Accept: */*'] },
  );
  t.strictSame(
    skipped.map(({ name }) => name),
    ['Three'],
    'what is no request of HTTP is skipped, not lost',
  );
});

t.test('documents of other tools are named', async (t) => {
  const cases: [document: string | object, code: string, says: RegExp][] = [
    [{ swagger: '2.0', paths: {} }, 'other_format', /Swagger 2.0.*Convert/],
    [{ _type: 'export', __export_format: 4 }, 'other_format', /Insomnia.*HAR/],
    ['type: collection.insomnia.rest/5.0\nname: x', 'other_format', /Insomnia/],
    ['meta {\n  name: x\n}\n\nget {\n  url: https://a.example\n}\n', 'other_format', /Bruno.*Postman/],
    ['GET https://a.example\nHTTP 200\n', 'other_format', /Hurl/],
    ['#%RAML 1.0\ntitle: x\n', 'other_format', /RAML/],
    ['<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"/>', 'other_format', /WSDL/],
    ['<definitions name="A" xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'other_format', /WSDL/],
    ['curl https://a.example', 'other_format', /curl command/],
    [{ openapi: '3.2.0', paths: {} }, 'unsupported_version', /3.0 and 3.1/],
    ['Good morning.', 'unknown_format', /not one that can be imported/],
    [{ log: { entries: [] } }, 'no_requests', /no requests/],
  ];
  for (const [document, code, says] of cases)
    try {
      read(document);
      t.fail(`${code}: ${JSON.stringify(document)}`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      t.match(error.issues[0], { code, message: says });
    }
});

t.test('hostile documents end in a 400', async (t) => {
  const bomb = [
    'a: &a [1,1,1,1,1,1,1,1,1]',
    ...'bcdefghijk'.split('').map(
      (name) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${String.fromCharCode(name.charCodeAt(0) - 1)}`)
          .join(',')}]`,
    ),
  ].join('\n');
  const wide = {
    openapi: '3.0.0',
    info: { title: 'x' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } },
        },
      },
    },
    components: {
      schemas: Object.fromEntries(
        Array.from({ length: 15 }, (_, index) => [
          `S${index}`,
          {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 10 }, (_, at) => [
                `p${at}`,
                { $ref: `#/components/schemas/S${index + 1}` },
              ]),
            ),
          },
        ]),
      ),
    },
  };
  for (const document of [
    bomb,
    'a: &a [*a]',
    '['.repeat(200_000),
    `x: ${'{a: '.repeat(5_000)}1${'}'.repeat(5_000)}`,
  ])
    t.throws(() => read(document), InputError);
  t.match(
    read({ ...wide, components: { schemas: { ...wide.components.schemas, S15: { type: 'string' } } } })
      .skipped,
    [{ reason: /too large/ }],
  );
  // Lone surrogates cannot be encoded, nor stored.
  for (const document of [
    '{"openapi":"3.0.0","info":{"title":"x"},"servers":[{"url":"https://a.example"}],"paths":{"/a/{i}":{"get":{"parameters":[{"name":"i","in":"path","example":"\\ud800"},{"name":"q","in":"query","example":"\\ud800"}]}},"/b":{"post":{"requestBody":{"content":{"application/x-www-form-urlencoded":{"example":{"\\ud800":"\\udfff"}}}}}}}}',
    '{"log":{"entries":[{"request":{"method":"POST","url":"https://a.example/","postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"\\ud800","value":"x"}]}}}]}}',
    '{"info":{"name":"x"},"item":[{"request":{"method":"POST","url":{"host":["a","example"],"path":[":x"],"query":[{"key":"q","value":"\\ud800"}],"variable":[{"key":"x","value":"\\ud800"}]},"body":{"mode":"urlencoded","urlencoded":[{"key":"\\ud800","value":"1"}]}}}]}',
  ])
    t.ok(read(document).items.every(({ command }) => command.isWellFormed()));
  const polluted = read(
    '{"info": {"name": "x"}, "__proto__": {"a": 1}, "item": [{"name": "__proto__", "request": {"url": "https://a.example", "auth": {"type": "__proto__"}, "header": [{"key": "__proto__", "value": "x"}]}}]}',
  );
  t.equal(polluted.items[0]?.name, '__proto__');
  t.equal(({} as Record<string, unknown>)['a'], undefined);
});

t.test('an export is imported as the same requests', async (t) => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const command = fc
    .record({
      path: word,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'HEAD'),
      header: fc.string(),
      body: fc.option(fc.string({ unit: 'binary' })),
      flags: fc.subarray(['-L', '-k', '--compressed', '-m 3']),
    })
    .map(({ path, method, header, body, flags }) => {
      const quoted = (text: string) =>
        `'${text
          .replace(/[\0\r\n]/g, '')
          .toWellFormed()
          .replaceAll("'", "'\\''")}'`;
      return `curl ${flags.join(' ')} -X ${method} ${quoted(`https://a.example/${path}?{{id}}`)} -g -H ${quoted(`X-A: ${header}`)}${body === null ? '' : ` --data-raw ${quoted(body)}`}`;
    })
    .filter((text) => {
      try {
        return parseCurl(text) !== undefined && !/secret|token|pass/i.test(text);
      } catch {
        return false;
      }
    });
  const playground = fc.record({
    name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== '' && !name.includes('\0')),
    description: fc.string({ unit: 'grapheme' }),
    command,
    variables: fc.constant([]),
  });
  const comparable = (text: string) => {
    const { warnings: _, ...request } = parseCurl(text);
    return request;
  };
  fc.assert(
    fc.property(word, fc.array(playground, { minLength: 1, maxLength: 4 }), (name, playgrounds) => {
      for (const format of ['markdown', 'postman'] as const) {
        const result = readImport({
          source: EXPORTS[format].write({ name, description: '', playgrounds }),
          format,
        });
        t.strictSame(result.skipped, []);
        t.strictSame(
          result.items.map(({ command: text }) => comparable(text)),
          playgrounds.map(({ command: text }) => comparable(text)),
          format,
        );
        if (format === 'markdown')
          t.strictSame(
            result.items.map(({ name, description }) => ({ name, description })),
            playgrounds.map(({ name, description }) => ({ name, description })),
          );
      }
    }),
    { numRuns: 15 },
  );
});
