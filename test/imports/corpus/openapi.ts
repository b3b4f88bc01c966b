/** Descriptions of APIs: what a console of OpenAPI sends for each operation with the examples of the document. */
import { basic, type Corpus, type CorpusDocument, FORM_TYPE, JSON_TYPE, type Sent } from './corpus.ts';

const TOKEN = 'authorization: Bearer t1';

export const OPENAPI: Corpus = (origin) => {
  const values = {
    token: 't1',
    access_token: 't1',
    username: 'u1',
    password: 'p1',
    api_key: 'k1',
    app_id: 'a1',
    lang: 'de',
  };
  const api = (paths: string, sends: readonly Sent[], more = '', version = '3.0.3'): CorpusDocument => ({
    document: `openapi: ${version}\ninfo: {title: API, version: '1'}\nservers: [{url: '${origin}/v1'}]\npaths:\n${paths}\n${more}`,
    sends,
    values,
  });
  const ok = "responses: {'200': {description: ok}}";
  return [
    // Pets: path, query and body by schema.
    api(
      `
  /pets:
    get: {parameters: [{name: limit, in: query, schema: {type: integer, default: 20}}, {name: cursor, in: query, schema: {type: string}}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}}}
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, ${ok}}
  /pets/{petId}:
    delete: {parameters: [{name: petId, in: path, required: true, schema: {type: integer}, example: 7}], ${ok}}`,
      [
        ['GET /v1/pets?limit=20', ['accept: application/json']],
        ['POST /v1/pets', [JSON_TYPE], { name: 'Rex', tags: ['string'], weight: 0, tame: true, kind: 'dog' }],
        ['DELETE /v1/pets/7', []],
      ],
      `components: {schemas: {Pet: {type: object, required: [name], properties: {id: {type: integer, readOnly: true}, name: {type: string, example: Rex}, tags: {type: array, items: {type: string}}, weight: {type: number}, tame: {type: boolean}, kind: {type: string, enum: [dog, cat]}}}}}`,
    ),
    // Payments: forms, objects in brackets.
    api(
      `
  /charges:
    get: {parameters: [{name: created, in: query, style: deepObject, explode: true, example: {gte: 5, lt: '10 & 1'}, schema: {type: object}}], ${ok}}
    post: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {amount: {type: integer, example: 2000}, currency: {type: string, default: usd}, note: {type: string, example: 'a b&c'}}}}}}, ${ok}}`,
      [
        ['GET /v1/charges?created%5Bgte%5D=5&created%5Blt%5D=10%20%26%201', [TOKEN]],
        [
          'POST /v1/charges',
          [TOKEN, FORM_TYPE],
          [
            ['amount', '2000'],
            ['currency', 'usd'],
            ['note', 'a b&c'],
          ],
        ],
      ],
      'security: [{b: []}]\ncomponents: {securitySchemes: {b: {type: http, scheme: bearer, bearerFormat: JWT}}}',
    ),
    // Code hosting: parameters of a path and references to them.
    api(
      `
  /repos/{owner}/{repo}:
    parameters: [{$ref: '#/components/parameters/owner'}, {$ref: '#/components/parameters/repo'}]
    get: {responses: {'200': {description: ok, content: {application/vnd.github+json: {}}}}}
    patch: {requestBody: {$ref: '#/components/requestBodies/patch'}, ${ok}}`,
      [
        ['GET /v1/repos/octo/hello%20world', ['accept: application/vnd.github+json']],
        ['PATCH /v1/repos/octo/hello%20world', [JSON_TYPE], { private: true }],
      ],
      `components:
  parameters: {owner: {name: owner, in: path, required: true, schema: {type: string}, example: octo}, repo: {name: repo, in: path, required: true, schema: {type: string}, examples: {a: {value: hello world}}}}
  requestBodies: {patch: {content: {application/json: {example: {private: true}}}}}`,
    ),
    // Weather: the key in the query; text in many letters.
    api(
      `
  /weather: {get: {parameters: [{name: q, in: query, required: true, schema: {type: string}, example: 'São Paulo,BR'}, {name: units, in: query, schema: {type: string, enum: [metric, imperial], default: metric}}], ${ok}}}`,
      [['GET /v1/weather?q=S%C3%A3o%20Paulo,BR&units=metric&appid=k1', []]],
      'security: [{api_key: []}]\ncomponents: {securitySchemes: {api_key: {type: apiKey, in: query, name: appid}}}',
    ),
    // Calendars: times with colons and plus signs.
    api(
      `
  /events: {get: {parameters: [{name: timeMin, in: query, required: true, schema: {type: string, format: date-time}, example: '2026-01-01T00:00:00+02:00'}, {name: single, in: query, schema: {type: boolean}, example: false}], ${ok}}}`,
      [['GET /v1/events?timeMin=2026-01-01T00%3A00%3A00%2B02%3A00&single=false', []]],
    ),
    // Lists in every style.
    api(
      `
  /lists:
    get:
      parameters:
        - {name: a, in: query, schema: {type: array, items: {type: string}}, example: [x, 'y z']}
        - {name: b, in: query, explode: false, schema: {type: array, items: {type: integer}}, example: [1, 2]}
        - {name: c, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string}}, example: [p, q]}
        - {name: d, in: query, style: spaceDelimited, explode: false, schema: {type: array, items: {type: string}}, example: [s, t]}
        - {name: X-Ids, in: header, schema: {type: array, items: {type: integer}}, example: [3, 4]}
      ${ok}`,
      [['GET /v1/lists?a=x&a=y%20z&b=1,2&c=p%7Cq&d=s%20t', ['x-ids: 3,4']]],
    ),
    // Objects in every style.
    api(
      `
  /objects:
    get:
      parameters:
        - {name: f, in: query, schema: {type: object}, example: {r: 100, g: 'a b'}}
        - {name: h, in: query, explode: false, schema: {type: object}, example: {r: 1, g: 2}}
        - {name: X-O, in: header, explode: true, schema: {type: object}, example: {r: 1, g: 2}}
        - {name: j, in: query, content: {application/json: {example: {k: [1]}}}}
      ${ok}`,
      [['GET /v1/objects?r=100&g=a%20b&h=r,1,g,2&j=%7B%22k%22%3A%5B1%5D%7D', ['x-o: r=1,g=2']]],
    ),
    // Paths in every style.
    api(
      `
  /s/{a}/l{b}/m{c}/x{d}:
    get:
      parameters:
        - {name: a, in: path, required: true, schema: {type: array, items: {type: integer}}, example: [3, 4]}
        - {name: b, in: path, required: true, style: label, schema: {type: string}, example: blue}
        - {name: c, in: path, required: true, style: matrix, schema: {type: array, items: {type: string}}, example: [x, y]}
        - {name: d, in: path, required: true, style: matrix, explode: true, schema: {type: object}, example: {r: 1, g: 2}}
      ${ok}`,
      [['GET /v1/s/3,4/l.blue/m;c=x,y/x;r=1;g=2', []]],
    ),
    // Headers and cookies; those that OpenAPI says to ignore.
    api(
      `
  /me: {get: {parameters: [{name: X-Trace, in: header, required: true, schema: {type: string}, example: 'a, "b"'}, {name: Accept, in: header, schema: {type: string}, example: text/plain}, {name: lang, in: cookie, schema: {type: string}, example: de}], responses: {'404': {description: no}, '2XX': {description: ok, content: {application/hal+json: {}}}}}}`,
      [['GET /v1/me', ['accept: application/hal+json', 'cookie: lang=de', 'x-trace: a, "b"']]],
    ),
    // Forms of parts: objects are JSON.
    api(
      `
  /upload: {post: {requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {title: {type: string, example: 'a "b"'}, meta: {type: object, properties: {x: {type: integer, example: 1}}}, xml: {type: string, example: <a/>}}}, encoding: {xml: {contentType: application/xml}}}}}, ${ok}}}`,
      [
        [
          'POST /v1/upload',
          ['content-type: multipart/form-data'],
          [
            ['title', 'a "b"'],
            ['meta', '{"x":1}', 'application/json'],
            ['xml', '<a/>', 'application/xml'],
          ],
        ],
      ],
    ),
    // YAML with anchors and merges.
    api(
      `
  /a: {get: &get {parameters: [&p {name: v, in: query, schema: {type: string}, example: '1'}], ${ok}}}
  /b: {get: *get}
  /c: {put: {<<: *get, requestBody: {content: {text/plain: {example: "l1\\nl2"}}}}}`,
      [
        ['GET /v1/a?v=1', []],
        ['GET /v1/b?v=1', []],
        ['PUT /v1/c?v=1', ['content-type: text/plain'], 'l1\nl2'],
      ],
    ),
    // Servers: with variables, of a path, of an operation.
    {
      document: `openapi: 3.1.0
info: {title: Servers, version: '1'}
servers: [{url: '${origin}/{stage}/', variables: {stage: {default: prod, enum: [prod, dev]}}}, {url: 'https://unused.example'}]
paths:
  /a: {get: {${ok}}}
  /b: {servers: [{url: '${origin}/path'}], get: {${ok}}, head: {servers: [{url: '${origin}/op'}], ${ok}}}
`,
      sends: [
        ['GET /prod/a', []],
        ['GET /path/b', []],
        ['HEAD /op/b', []],
      ],
    },
    // Security: both of two, none, another.
    api(
      `
  /both: {get: {${ok}}}
  /none: {get: {security: [], ${ok}}}
  /choice: {get: {security: [{}, {login: []}], ${ok}}}`,
      [
        ['GET /v1/both', ['x-app-id: a1', 'x-key: k1']],
        ['GET /v1/none', []],
        ['GET /v1/choice', [basic('u1', 'p1')]],
      ],
      'security: [{app_id: [], api_key: []}]\ncomponents: {securitySchemes: {app_id: {type: apiKey, in: header, name: X-App-Id}, api_key: {type: apiKey, in: header, name: X-Key}, login: {type: http, scheme: basic}}}',
    ),
    // OAuth, and a cookie as a key.
    api(
      `
  /o: {get: {${ok}}}
  /s: {post: {security: [{api_key: []}], ${ok}}}`,
      [
        ['GET /v1/o', [TOKEN]],
        ['POST /v1/s', ['cookie: sid=k1']],
      ],
      "security: [{oauth: [read]}]\ncomponents: {securitySchemes: {oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: '/t', scopes: {read: r}}}}, api_key: {type: apiKey, in: cookie, name: sid}}}",
    ),
    // Bodies in XML and in plain text.
    api(
      `
  /x: {post: {requestBody: {content: {application/xml: {example: '<a b="c">&amp;</a>'}}}, ${ok}}}
  /t: {put: {requestBody: {content: {text/csv: {examples: {one: {value: "a,b\\n1,2\\n"}}}}}, ${ok}}}`,
      [
        ['POST /v1/x', ['content-type: application/xml'], '<a b="c">&amp;</a>'],
        ['PUT /v1/t', ['content-type: text/csv'], 'a,b\n1,2\n'],
      ],
    ),
    // Schemas that are put together.
    api(
      `
  /n: {post: {requestBody: {content: {application/json: {schema: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {one: {oneOf: [{type: string, example: first}, {type: integer}]}, any: {anyOf: [{$ref: '#/components/schemas/Base'}]}}}]}}}}, ${ok}}}`,
      [['POST /v1/n', [JSON_TYPE], { kind: 'k', one: 'first', any: { kind: 'k' } }]],
      "components: {schemas: {Base: {type: object, properties: {kind: {type: string, default: k}, self: {$ref: '#/components/schemas/Base'}}}}}",
    ),
    // 3.1: lists of types, const, examples.
    api(
      `
  /m: {patch: {requestBody: {content: {application/merge-patch+json: {schema: {type: [object, 'null'], properties: {a: {type: [string, 'null'], examples: [e1, e2]}, b: {const: fixed}, c: {type: integer, exclusiveMinimum: 4}, d: {type: 'null'}}}}}}, ${ok}}}`,
      [
        [
          'PATCH /v1/m',
          ['content-type: application/merge-patch+json'],
          { a: 'e1', b: 'fixed', c: 5, d: null },
        ],
      ],
      '',
      '3.1.0',
    ),
    // Reserved characters stay where the document says so.
    api(
      `
  /r/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}, example: 'a/b?c'}, {name: u, in: query, allowReserved: true, schema: {type: string}, example: 'http://x/?y=[1]'}], ${ok}}}`,
      [['GET /v1/r/a%2Fb%3Fc?u=http://x/?y=[1]', []]],
    ),
    // Batches: a list as the body, patterns of JSON Patch.
    api(
      `
  /batch: {post: {requestBody: {content: {application/json-patch+json: {example: [{op: replace, path: /a~1b, value: '50%'}]}}}, ${ok}}}
  /ids: {post: {requestBody: {content: {application/json: {schema: {type: array, minItems: 2, items: {type: string, format: uuid, example: 5b1c}}}}}, ${ok}}}`,
      [
        [
          'POST /v1/batch',
          ['content-type: application/json-patch+json'],
          [{ op: 'replace', path: '/a~1b', value: '50%' }],
        ],
        ['POST /v1/ids', [JSON_TYPE], ['5b1c', '5b1c']],
      ],
    ),
    // Maps, and a required parameter that has no example.
    api(
      `
  /labels: {put: {parameters: [{name: app_id, in: query, required: true, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: object, properties: {labels: {type: object, additionalProperties: {type: integer, minimum: 3}}}}}}}, ${ok}}}`,
      [['PUT /v1/labels?app_id=a1', [JSON_TYPE], { labels: { property1: 3 } }]],
    ),
  ];
};
