/** Builds the OpenAPI document from the schemas, in versions 3.1 and 3.0.3. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { namedSchemas, ONE_OF_FIELDS } from '../schemas/helpers.ts';
import { TAGS } from '../schemas/tags.ts';
import { LANGUAGE_MEANINGS } from '../services/code-samples.ts';
import { toOpenApi30 } from './openapi-30.ts';
import { addExamples } from './openapi-examples.ts';
import { makeResponsesExtensible } from './openapi-extensible.ts';
import { nameSchemas } from './openapi-names.ts';

const DESCRIPTION = `Saved, shareable API-request examples built around a cURL command.

**One request shape**: \`parse-curl\` returns a request, \`generate-code\` takes it as \`parsed\`, and \`tests/execute\` runs it. You can pass it on unchanged. All three do what curl would do.

**Authentication**: send \`Authorization: Bearer <API_KEY>\` to every path under \`/api\`.

**Limits**: each request under \`/api\` with a valid key counts as one toward the plan's daily limit, whatever its status, except a 429. Every response has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds of the next UTC midnight). Requests without a valid key are limited per address and minute.

**Errors** have one shape: \`{"error": {"code", "message", "details", "request_id"}}\`. Unknown fields, wrong types and values out of range are a 400 that names the fields. These count as absent fields: \`null\` for an optional field, an empty \`form\`, \`header_list\`, \`languages\` or \`variables\`, and \`[]\` for an empty map.

**Growth**: responses may get new fields, and their enumerations new values, without a new version. Ignore what you do not know.

**Lists** are pages of \`{"data", "pagination"}\`, newest first, with a \`Link\` header. **Single resources** have an \`ETag\`: \`If-None-Match\` returns 304 if nothing changed, and \`If-Match\` on PATCH and DELETE returns 412 if the resource changed. **\`Idempotency-Key\`** on POST of playgrounds and tests/execute returns the stored response for 24 hours.`;

const REPOSITORY = 'https://github.com/playgrounds-api/playgrounds';
/** The origin of `npm start` with default settings. */
const USUAL_ORIGIN = 'http://127.0.0.1:3000';

/** The parts of a document that are rewritten. */
interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: Record<string, unknown>;
}
interface Described {
  description: string;
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  responses?: Record<string, { headers?: Record<string, unknown> }>;
}

/** Converts the {@link ONE_OF_FIELDS} of schemas to JSON Schema. */
function describeOneOfFields({ schemas = {} }: { schemas?: Record<string, object> }): void {
  for (const shared of namedSchemas()) {
    const schema = schemas[shared.$id];
    const fields = shared[ONE_OF_FIELDS];
    if (schema === undefined || fields === undefined) continue;
    const pairs = fields.flatMap((field, at) => fields.slice(at + 1).map((other) => [field, other]));
    const properties = Object.fromEntries(fields.map((field) => [field, { description: 'Given.' }]));
    const anyOf = pairs.map((required) => ({ type: 'object', required }));
    Object.assign(schema, { not: { type: 'object', properties, anyOf } });
  }
}

/**
 * Moves the headers that every response repeats into components. Header parameters get their canonical case, which
 * the schemas cannot use: validation sees Node's lower-case names. Required parameters come first.
 */
function tidy<T extends object>(document: T): T {
  const { paths = {}, components = {} } = document as Document; // both kinds of document have these parts
  const headers: Record<string, unknown> = {};
  describeOneOfFields(components);
  const { schemas: { Language: language } = {} } = components as { schemas?: { Language?: Described } };
  if (language !== undefined) language.description = `${language.description} ${LANGUAGE_MEANINGS}.`;
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'header')
        parameter.name = parameter.name.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
    operation.parameters?.sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
    for (const response of Object.values(operation.responses ?? {}))
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        headers[name] ??= header;
        if (response.headers !== undefined) response.headers[name] = { $ref: `#/components/headers/${name}` };
      }
  }
  return addExamples(
    makeResponsesExtensible(nameSchemas({ ...document, components: { ...components, headers } })),
  );
}

export interface OpenApiOptions {
  publicUrl: string | undefined;
  version: string;
}

export default fp(
  async (app: FastifyInstance, { publicUrl, version }: OpenApiOptions) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Playgrounds',
          version,
          description: DESCRIPTION,
          contact: {
            name: 'Playgrounds',
            url: `${REPOSITORY}/issues`,
            email: 'support@playgrounds.example',
          },
          license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
        },
        externalDocs: { description: 'Guides', url: `${REPOSITORY}/tree/main/docs` },
        servers: [
          { url: publicUrl ?? '/', description: 'The server that serves this document.' },
          {
            url: '{origin}',
            description: 'Another server, for clients. The page /docs can only call its own server.',
            variables: { origin: { default: USUAL_ORIGIN, description: 'Scheme, host and port.' } },
          },
        ],
        tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
        components: {
          securitySchemes: {
            apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `pgk_…`.' },
          },
        },
      },
      // Names components by their $id, not def-0.
      refResolver: {
        buildLocalReference: (json, _baseUri, _fragment, index) =>
          typeof json['$id'] === 'string' ? json['$id'] : `def-${index}`,
      },
      transformObject: (document) =>
        tidy('openapiObject' in document ? document.openapiObject : document.swaggerObject),
    });
    // Buffers, which all responses share; a string would be copied for each.
    const bytes = (document: unknown) => Buffer.from(JSON.stringify(document));
    let latest: Buffer | undefined;
    let older: Buffer | undefined;
    const hidden = { schema: { hide: true } };
    const type = 'application/json; charset=utf-8';
    app.get('/openapi.json', hidden, (_request, reply) => {
      latest ??= bytes(app.swagger());
      return reply.type(type).send(latest);
    });
    app.get('/openapi-3.0.json', hidden, (_request, reply) => {
      older ??= bytes(toOpenApi30(app.swagger()));
      return reply.type(type).send(older);
    });
  },
  { name: 'openapi' },
);
