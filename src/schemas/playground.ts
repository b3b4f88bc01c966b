import { type Static, Type } from '@sinclair/typebox';
import { EMPTY_IS_ABSENT } from './absent.ts';
import { Id, Page, PageQuery, Timestamp } from './common.ts';
import { Defaulted, DescribedEnum, Ref, StrictObject } from './helpers.ts';
import { LanguageSchema } from './language.ts';
import { RequestWarning } from './request-shape.ts';

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
  theme: DescribedEnum(
    { dark: 'light text on a dark ground', light: 'dark text on a light one' },
    { description: 'Display theme.', examples: ['dark'] },
  ),
  languages: Type.Array(Ref(LanguageSchema), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Languages of the generated snippets.',
    examples: [['python', 'javascript', 'curl']],
  }),
  share_secrets: Type.Boolean({
    description:
      'Publish credentials in the command as they stand. When false, everybody but the owner sees a placeholder such as `{{token}}` in the place of each.',
    examples: [false],
  }),
  public_runs: Type.Boolean({
    description:
      'Anyone may run a public playground from its page; such runs are charged to its owner and not stored.',
    examples: [false],
  }),
  embed_origins: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 0,
    maxItems: 50,
    uniqueItems: true,
    description:
      'Sites that may embed a public playground, each as an origin (`https://docs.example.com`); an empty list: any site.',
    examples: [['https://docs.example.com']],
  }),
};

export const Playground = StrictObject(
  {
    id: Id('The playground.'),
    ...fields,
    url: Type.String({
      description: 'Its page, which anyone may open while it is public.',
      examples: ['https://playgrounds.example.com/p/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    embed_url: Type.String({
      description: 'The same page made for a frame in other sites.',
      examples: ['https://playgrounds.example.com/embed/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    warnings: Type.Optional(
      Type.Array(Ref(RequestWarning), {
        minItems: 0,
        maxItems: 10_000,
        description:
          'For its owner only. `public_secret`: the command is public and has a credential from `start` to `end`, in whose place other readers see a placeholder.',
      }),
    ),
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
      description:
        'Display name. Default: method, host and path of the command; such a name follows the command when that changes.',
    }),
    curl_command: fields.curl_command,
    is_public: Type.Optional({
      ...fields.is_public,
      description: `${fields.is_public.description} Default false.`,
    }),
    theme: Type.Optional({ ...fields.theme, description: `${fields.theme.description} Default \`dark\`.` }),
    languages: Type.Optional({
      ...fields.languages,
      [EMPTY_IS_ABSENT]: true,
      description: 'Languages of the generated snippets. Default: all.',
    }),
    share_secrets: Type.Optional({
      ...fields.share_secrets,
      description: `${fields.share_secrets.description} Default false.`,
    }),
    public_runs: Type.Optional({
      ...fields.public_runs,
      description: `${fields.public_runs.description} Default false.`,
    }),
    embed_origins: Type.Optional({
      ...fields.embed_origins,
      description: `${fields.embed_origins.description} Default: any site.`,
    }),
  },
  {
    $id: 'CreatePlaygroundRequest',
    description: 'A new playground. Only `curl_command` is needed.',
    examples: [
      {
        curl_command: "curl https://api.example.com/users?page=1 -H 'Accept: application/json'",
        name: 'List users',
        is_public: false,
      },
    ],
  },
);
export type CreatePlaygroundRequest = Static<typeof CreatePlaygroundRequest>;

export const UpdatePlaygroundRequest = StrictObject(
  {
    name: Type.Optional(fields.name),
    curl_command: Type.Optional(fields.curl_command),
    is_public: Type.Optional(fields.is_public),
    theme: Type.Optional(fields.theme),
    languages: Type.Optional({ ...fields.languages, [EMPTY_IS_ABSENT]: true }),
    share_secrets: Type.Optional(fields.share_secrets),
    public_runs: Type.Optional(fields.public_runs),
    embed_origins: Type.Optional(fields.embed_origins),
  },
  {
    $id: 'UpdatePlaygroundRequest',
    examples: [{ name: 'List all users' }],
    minProperties: 1,
    description: 'Any non-empty subset of the fields; the others are left alone.',
  },
);
export type UpdatePlaygroundRequest = Static<typeof UpdatePlaygroundRequest>;

const ORDERS = {
  '-created_at': 'newest first',
  created_at: 'oldest first',
  '-updated_at': 'last changed first',
  updated_at: 'longest unchanged first',
  name: 'A to Z',
  '-name': 'Z to A',
} as const;

export const ListPlaygroundsQuery = StrictObject({
  ...PageQuery,
  sort: Defaulted(
    DescribedEnum(ORDERS, {
      default: '-created_at',
      description: 'Order; names regardless of case, ties by id.',
    }),
  ),
  is_public: Type.Optional(Type.Boolean({ description: 'Only playgrounds that are, or are not, public.' })),
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
