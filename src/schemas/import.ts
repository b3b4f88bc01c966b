/** Shapes of imports and exports. */
import { type Static, Type } from '@sinclair/typebox';
import { Defaulted, DescribedEnum, NullableString, optional, Ref, StrictObject } from './helpers.ts';
import { RequestWarning } from './request-shape.ts';

/** Bytes of the body of an import. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

export const ImportFormat = DescribedEnum(
  {
    postman: 'a Postman collection, 2.0 or 2.1',
    openapi: 'OpenAPI 3.0 or 3.1, JSON or YAML',
    har: 'a HAR file, as browsers export it',
    markdown: 'Markdown with curl commands in code blocks',
    http: 'an `.http` file',
  },
  {
    $id: 'ImportFormat',
    title: 'ImportFormat',
    description: 'Format of a document.',
    examples: ['markdown'],
  },
);
export type ImportFormat = Static<typeof ImportFormat>;

export const ExportFormat = DescribedEnum(
  {
    markdown: 'Markdown; an import of it makes the same collection',
    postman: 'a Postman collection, 2.1',
    http: 'an `.http` file',
    sh: 'a script for bash that runs the commands one after the other',
  },
  {
    title: 'ExportFormat',
    description: 'Format of the file.',
    examples: ['markdown'],
    // Go has one namespace for the constants of all enums.
    'x-enum-varnames': ['EXPORT_MARKDOWN', 'EXPORT_POSTMAN', 'EXPORT_HTTP', 'EXPORT_SH'],
  },
);
export type ExportFormat = Static<typeof ExportFormat>;

export const ExportQuery = StrictObject({
  format: Defaulted({ ...ExportFormat, default: 'markdown' }),
});

const Document = Type.Unsafe<unknown>({
  description:
    'The document as a text, or a JSON document as an object. With the other fields at most 5 MiB, and at most 500 requests.',
  examples: [
    '# Users\n\n## List users\n\nNewest first.\n\n```bash\ncurl https://api.example.com/users\n```\n',
  ],
});

export const ImportRequest = StrictObject(
  {
    document: Document,
    ...optional({
      format: {
        ...Ref(ImportFormat),
        description: 'Format of the document; recognised by its content when absent.',
      },
      collection_id: Type.String({
        maxLength: 200,
        description: 'A collection of yours, which the playgrounds are added to. Not with `collection_name`.',
        examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
      }),
      collection_name: Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Name of a new collection. Without it and `collection_id`, the collection is named after the document; a document without a name, or with more than 200 requests, makes none.',
        examples: ['Users'],
      }),
      dry_run: Type.Boolean({
        description: 'Whether nothing is stored: the response is the same, with null for ids. Default false.',
        examples: [true],
      }),
    }),
  },
  {
    $id: 'ImportRequest',
    description: 'A document of another tool.',
    examples: [
      {
        document:
          '# Users\n\n## List users\n\nNewest first.\n\n```bash\ncurl https://api.example.com/users\n```\n',
        dry_run: true,
      },
    ],
  },
);
export type ImportRequest = Static<typeof ImportRequest>;

const name = Type.String({ description: 'Display name.', examples: ['List users'] });

const ImportedPlayground = StrictObject(
  {
    id: NullableString({
      description: 'The playground; null for a dry run.',
      examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    name,
    curl_command: Type.String({
      description: 'Its cURL command.',
      examples: ['curl https://api.example.com/users'],
    }),
    warnings: Type.Array(Ref(RequestWarning), {
      minItems: 0,
      maxItems: 10_000,
      description:
        "What the command cannot say or needs: code `import` for the document's parts, otherwise those of parse-curl.",
    }),
  },
  { $id: 'ImportedPlayground', description: 'A request of the document that is a playground now.' },
);

const SkippedItem = StrictObject(
  {
    name,
    reason: Type.String({
      description: 'Why there is no playground, as a sentence.',
      examples: ['ws:// is not supported.'],
    }),
  },
  { $id: 'SkippedItem', description: 'A request of the document that is no playground.' },
);

export const ImportResponse = StrictObject(
  {
    format: Ref(ImportFormat),
    collection: Type.Unsafe<{ id: string | null; name: string } | null>({
      title: 'ImportedCollection',
      description: 'The collection that the playgrounds are in; null for none.',
      type: ['object', 'null'],
      additionalProperties: false,
      required: ['id', 'name'],
      properties: {
        id: {
          type: ['string', 'null'],
          description: 'The collection; null for a new one of a dry run.',
          examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
        },
        name: { type: 'string', description: 'Its name.', examples: ['Users'] },
      },
    }),
    playgrounds: Type.Array(Ref(ImportedPlayground), {
      minItems: 0,
      maxItems: 500,
      description: 'The playgrounds in the order of the document. All are private.',
    }),
    skipped: Type.Array(Ref(SkippedItem), {
      minItems: 0,
      maxItems: 500,
      description: 'Requests that cannot be playgrounds, with the reason.',
    }),
    warnings: Type.Array(Type.String({ description: 'A sentence.' }), {
      minItems: 0,
      maxItems: 200,
      description: 'What the document as a whole has and playgrounds do not.',
    }),
  },
  { $id: 'ImportResponse', description: 'What an import made, or would make.' },
);
export type ImportResponse = Static<typeof ImportResponse>;
