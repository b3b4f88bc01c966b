/** The OpenAPI documents: what client generators and readers rely on. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import t, { type Test } from 'tap';
import { ERRORS } from '../../src/errors.ts';
import { namedSchemas } from '../../src/schemas/helpers.ts';
import { testApp } from '../helper.ts';

interface Schema {
  [key: string]: unknown;
}
interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: { in: string; name: string; required: boolean }[];
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; securitySchemes: object };
}

/** The schemas of a body, without its examples. */
const schemaOf = (content: Record<string, { schema: Schema }> = {}): string =>
  JSON.stringify(Object.entries(content).map(([type, { schema }]) => [type, schema]));

/** Every object inside a JSON value, with where it stands. */
function* objectsIn(value: unknown, at = ''): Generator<[at: string, object: Schema]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Schema]; // an object that is no array
  for (const [key, item] of Object.entries(value)) yield* objectsIn(item, `${at}/${key}`);
}

/** Where values stand, or what no client makes a class of. */
const NO_SCHEMAS = /\/(?:examples?|default|not)(?:\/|$)/;

/** Of every response. */
const HEADERS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

function checkDocument(t: Test, document: Document): void {
  const inline = [...objectsIn(document)]
    .filter(([at, { properties, enum: values }]) => (properties ?? values) && !NO_SCHEMAS.test(at))
    .map(([at]) => at)
    .filter((at) => !/^\/components\/schemas\/\w+$/.test(at));
  t.same(inline, [], 'every object and enum has a name');
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const ids = operations.map(({ operationId }) => operationId);
  t.equal(new Set(ids).size, ids.length, 'operationIds are unique');
  const tags = document.tags.map(({ name }) => name);
  for (const { operationId, tags: own, summary, description, parameters = [], responses } of operations) {
    t.match(operationId, /^[a-z]+([A-Z][a-z]+)*$/, `${operationId} is camelCase`);
    t.equal(own.length, 1, `${operationId} has one tag`);
    t.ok(tags.includes(own[0] ?? ''), `${operationId} has a tag that is explained`);
    t.ok(summary.length > 0 && description.length > 0, `${operationId} is described`);
    for (const { in: where, name, required } of parameters)
      t.equal(required, where === 'path', `${operationId}: ${name} is ${required ? '' : 'not '}required`);
    const statuses = Object.keys(responses);
    const good = statuses.filter((status) => status.startsWith('2'));
    const bodies = new Set(good.map((status) => schemaOf(responses[status]?.content)));
    t.equal(bodies.size, 1, `${operationId} has one 2xx, or several with one body`);
    const lacking = Object.entries(responses).flatMap(([status, { headers = {}, content }]) => {
      const error = content?.['application/json']?.schema['$ref'];
      return [
        ...HEADERS.filter((name) => !(name in headers)).map((name) => `${status} ${name}`),
        ...(Number(status) >= 400 && error !== '#/components/schemas/ErrorResponse'
          ? [`${status} ${error}`]
          : []),
      ];
    });
    t.same(lacking, [], `every response of ${operationId} has its headers, every error its schema`);
  }
  t.notMatch(
    Object.keys(document.components.schemas).join(' '),
    /def-|\bTest\b|\bError\b/,
    'components have names',
  );
  const refers = ($ref: string) =>
    $ref.startsWith('#/components/') &&
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], document) !== undefined;
  const references = [...objectsIn(document)].filter(([, { $ref }]) => typeof $ref === 'string');
  t.ok(references.length > 100, `${references.length} references`);
  t.same(
    references.filter(([, { $ref }]) => !refers(String($ref))),
    [],
    'every reference is to a component',
  );
}

t.test('both documents', async (t) => {
  const { app } = await testApp(t, 'pglite');
  const latest = (await app.inject('/openapi.json')).json() as Document;
  const older = (await app.inject('/openapi-3.0.json')).json() as Document;
  t.match(latest.openapi, /^3\.1\./);
  t.equal(older.openapi, '3.0.3');
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  for (const { info } of [latest, older]) t.equal(info.version, version);
  checkDocument(t, latest);
  checkDocument(t, older);
  t.same(Object.keys(older.paths), Object.keys(latest.paths));

  const titled = [...objectsIn(namedSchemas())].flatMap(([, { title }]) =>
    typeof title === 'string' ? title : [],
  );
  // Of routes, and of queries: these are no named schemas.
  const others = ['Health', 'Readiness', 'PlaygroundSort', 'MemberDeletion', 'ExportFormat'];
  const named = new Set([...namedSchemas().map(({ $id }) => $id), ...titled, ...others]);
  t.same(new Set(Object.keys(latest.components.schemas)), named, 'every schema with a name is a component');
  t.same(
    [...objectsIn(latest)].filter(
      ([at, { enum: values }]) => Array.isArray(values) && !/^\/components\/schemas\/\w+$/.test(at),
    ),
    [],
    'every enum has a name: generators make two classes of one that stands in two places',
  );
  const enums = Object.entries(latest.components.schemas).flatMap(([name, schema]) => {
    const { enum: values, 'x-enum-varnames': constants = values } = schema as Record<string, string[]>;
    return (constants ?? []).map((value) => [value.toUpperCase().replace(/\W/g, '_'), name] as const);
  });
  t.same(
    enums.filter(([constant, name]) => enums.some(([other, owner]) => other === constant && owner !== name)),
    [],
    'enums have no constant in common: they would be declared twice in Go',
  );
  t.same(
    [...objectsIn(latest)].filter(([, { type }]) => Array.isArray(type) && type.includes('object')),
    [],
    'an object that may be null is a choice: in a list of types clients do not see the null',
  );

  const newer = [
    'const',
    'examples',
    'prefixItems',
    'patternProperties',
    '$defs',
    '$id',
    '$schema',
    'if',
    'contentEncoding',
  ];
  const isValue = (at: string) =>
    /\/(properties|example|default|headers|application\/json|text\/(?:event-stream|plain))$/.test(at) ||
    /\/examples?\//.test(at);
  const wrong = [...objectsIn(older)].flatMap(([at, object]) => {
    if (isValue(at)) return [];
    // Of a parameter it is a boolean.
    const required: string[] = Array.isArray(object['required']) ? object['required'] : [];
    const properties = (object['properties'] ?? {}) as Record<string, Schema>;
    const found = {
      'nothing of 3.1': newer.filter((key) => key in object),
      'no list of types': Array.isArray(object['type']),
      'an object that may be null is not required': required.filter(
        (name) => properties[name]?.['nullable'] && properties[name]['allOf'],
      ),
      'no type null': object['type'] === 'null',
      'no number as an exclusive bound': ['exclusiveMinimum', 'exclusiveMaximum'].filter(
        (bound) => typeof object[bound] === 'number',
      ),
    };
    return Object.entries(found).flatMap(([rule, broken]) =>
      broken === false || (Array.isArray(broken) && broken.length === 0) ? [] : [`${at}: ${rule}`],
    );
  });
  t.same(wrong, [], 'the older document is 3.0.3');

  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: latest.components });
  for (const [at, schema] of objectsIn(latest.components, '#/components'))
    if (Array.isArray(schema['examples']) && (schema['type'] !== undefined || schema['$ref'] !== undefined))
      for (const example of schema['examples'])
        t.ok(
          ajv.validate({ $ref: `document${at.replaceAll('~', '~0')}` }, example),
          `the example at ${at} is valid`,
        );
});

t.test('answers are open', async (t) => {
  const { app } = await testApp(t, 'pglite');
  const document = (await app.inject('/openapi.json')).json();
  const { schemas } = document.components;
  t.same(schemas.TestRun.properties.status.type, 'string');
  for (const name of ['Playground', 'TestRun', 'ErrorResponse', 'ApiKey', 'RequestShape', 'GeneratedProgram'])
    for (const [at, object] of objectsIn(schemas[name], name)) {
      t.not(object['additionalProperties'], false, `${at} may get fields`);
      if (name !== 'RequestShape') t.notOk('enum' in object, `${at} may get values`);
    }
  t.equal(schemas.CreatePlaygroundRequest.additionalProperties, false, 'a request is not');
});

t.test('the table of errors and the documents say the same', async (t) => {
  const { app } = await testApp(t, 'pglite');
  const { components, paths } = (await app.inject('/openapi.json')).json();
  const { code } = components.schemas.ErrorBody.properties;
  for (const name of Object.keys(ERRORS)) t.match(code.description, `\`${name}\``);
  t.notOk('enum' in code, 'a client takes a code that it does not know');
  const statuses = Object.values(ERRORS).map(({ status }) => status);
  t.equal(new Set(statuses).size, statuses.length, 'one code a status');
  const documented = new Set<number>();
  for (const item of Object.values<Record<string, OperationObject>>(paths))
    for (const { responses } of Object.values(item))
      for (const status of Object.keys(responses)) if (Number(status) >= 400) documented.add(Number(status));
  documented.add(ERRORS.method_not_allowed.status); // of paths, not of operations
  t.same(documented, new Set<number>(statuses));
});
