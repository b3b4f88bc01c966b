import { type Static, Type } from '@sinclair/typebox';
import { Id, Page, PageQuery, Timestamp } from './common.ts';
import { Ref, StrictObject, StringEnum } from './helpers.ts';
import { LanguageSchema } from './language.ts';

export const MAX_COMMAND_BYTES = 65_536;

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Display name.',
    examples: ['List users'],
  }),
  curl_command: Type.String({
    minLength: 1,
    maxLength: MAX_COMMAND_BYTES,
    description: 'A cURL command that parses, up to 64 KiB.',
    examples: ["curl https://api.example.com/users -H 'Accept: application/json'"],
  }),
  is_public: Type.Boolean({
    description: 'Anyone with a valid key may read a public playground by its id.',
    examples: [false],
  }),
  theme: StringEnum(['dark', 'light'], { description: 'Display theme.', examples: ['dark'] }),
  languages: Type.Array(Ref(LanguageSchema), {
    minItems: 1,
    uniqueItems: true,
    description: 'Languages of the generated snippets.',
    examples: [['python', 'javascript', 'curl']],
  }),
};

export const Playground = StrictObject(
  {
    id: Id('The playground.'),
    ...fields,
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'Playground', description: 'A saved, shareable API-request example built around a cURL command.' },
);
export type Playground = Static<typeof Playground>;

export const CreatePlaygroundRequest = StrictObject(
  {
    name: Type.Optional({
      ...fields.name,
      description: 'Display name. Default: method, host and path of the command.',
    }),
    curl_command: fields.curl_command,
    is_public: Type.Optional({
      ...fields.is_public,
      description: `${fields.is_public.description} Default false.`,
    }),
    theme: Type.Optional({ ...fields.theme, description: 'Display theme. Default `dark`.' }),
    languages: Type.Optional({
      ...fields.languages,
      description: 'Languages of the generated snippets. Default: all.',
    }),
  },
  { $id: 'CreatePlaygroundRequest', description: 'A new playground. Only `curl_command` is needed.' },
);
export type CreatePlaygroundRequest = Static<typeof CreatePlaygroundRequest>;

export const UpdatePlaygroundRequest = StrictObject(
  {
    name: Type.Optional(fields.name),
    curl_command: Type.Optional(fields.curl_command),
    is_public: Type.Optional(fields.is_public),
    theme: Type.Optional(fields.theme),
    languages: Type.Optional(fields.languages),
  },
  {
    $id: 'UpdatePlaygroundRequest',
    minProperties: 1,
    description: 'Any non-empty subset of the fields; the others are left alone.',
  },
);
export type UpdatePlaygroundRequest = Static<typeof UpdatePlaygroundRequest>;

export const ListPlaygroundsQuery = StrictObject({
  ...PageQuery,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only playgrounds whose name contains this text, in any case; `%`, `_` and `\\` are literal.',
    }),
  ),
});
export type ListPlaygroundsQuery = Static<typeof ListPlaygroundsQuery>;

export const PlaygroundPage = Page(Ref(Playground), 'PlaygroundPage');
