/** Shapes of playgrounds. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Id, PageOf, PageQuery, Timestamp } from './common.ts';
import {
  Count,
  Defaulted,
  DescribedEnum,
  EMPTY_IS_ABSENT,
  NullableString,
  optional,
  Ref,
  StrictObject,
} from './helpers.ts';
import { LanguageSchema } from './language.ts';
import { RequestWarning } from './request-shape.ts';

export const MAX_COMMAND_BYTES = 65_536;

/** Characters of a description. */
export const MAX_DESCRIPTION = 10_000;

/** Choices of a variable, and characters of its default and of each of them. */
export const MAX_CHOICES = 50;
export const MAX_VALUE = 2000;

export const PlaygroundVariable = StrictObject(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A variable of the command, as parse-curl names it.',
      examples: ['TOKEN'],
    }),
    ...optional({
      description: Type.String({
        maxLength: 500,
        description: 'What readers should type.',
        examples: ['A token with the scope `users:read`.'],
      }),
      default: Type.String({
        maxLength: MAX_VALUE,
        description: 'The value that its field starts with. Not for a secret one.',
        examples: ['en'],
      }),
      choices: Type.Array(Type.String({ minLength: 1, maxLength: MAX_VALUE, pattern: '^[^\\r\\n]*$' }), {
        minItems: 0,
        maxItems: MAX_CHOICES,
        uniqueItems: true,
        description:
          'The values that its field offers as a menu; the default is one of them. An empty list for any value. Not for a secret one.',
        examples: [['staging', 'production']],
      }),
      secret: Type.Boolean({
        description:
          'Whether pages mask what is typed, and leave it out of the command and the programs. Default false.',
        examples: [false],
      }),
    }),
  },
  {
    $id: 'PlaygroundVariable',
    description: "How pages ask readers for a variable of the playground's command.",
  },
);
export type PlaygroundVariable = Static<typeof PlaygroundVariable>;

export const THEME = DescribedEnum(
  {
    auto: "the reader's",
    dark: 'light text on a dark background',
    light: 'dark text on a light background',
  },
  { title: 'Theme', description: 'Display theme; default `auto`.', examples: ['auto'] },
);

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Display name.',
    examples: ['List users'],
  }),
  description: Type.String({
    maxLength: MAX_DESCRIPTION,
    description: `Markdown (CommonMark and tables) that readers see above the command, up to ${MAX_DESCRIPTION} characters. HTML in it is shown as text, images as links.`,
    examples: ['Returns the users of your team, newest first.'],
  }),
  curl_command: Type.String({
    minLength: 1,
    maxLength: MAX_COMMAND_BYTES,
    description: 'A cURL command that parses, up to 64 KiB.',
    examples: ["curl https://api.example.com/users -H 'Accept: application/json'"],
  }),
  is_public: Type.Boolean({
    description:
      "Whether anyone can view the playground's page, and anyone with a valid key can read it by its id.",
    examples: [false],
  }),
  theme: THEME,
  languages: Type.Array(Ref(LanguageSchema), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Languages of the generated snippets.',
    examples: [['python', 'javascript', 'curl']],
  }),
  share_secrets: Type.Boolean({
    description:
      'Whether readers see the credentials in the command. If false, everyone except the owner sees a placeholder such as `{{token}}` instead of each.',
    examples: [false],
  }),
  public_runs: Type.Boolean({
    description:
      "Whether anyone can run a public playground from its page. These runs count toward the owner's limit and are not stored.",
    examples: [false],
  }),
  embed_origins: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 0,
    maxItems: 50,
    uniqueItems: true,
    description:
      'Sites that may embed a public playground, each as an origin (`https://docs.example.com`). An empty list allows any site.',
    examples: [['https://docs.example.com']],
  }),
  variables: Type.Array(Ref(PlaygroundVariable), {
    minItems: 0,
    maxItems: 100,
    description:
      'How pages ask for variables of the command, at most once each; a name that the command does not have is a 400. When the command changes without them, those that it no longer has are removed. Readers also see the placeholders of hidden credentials here, as secret. Calls of the API take values as they are, and no defaults.',
    examples: [[{ name: 'TOKEN', description: 'A token with the scope `users:read`.', secret: true }]],
  }),
  collection_id: NullableString({
    description:
      'The collection that it belongs to, as its last one. `null` for none. To change the order, update the collection.',
    examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
  }),
  example_test_id: NullableString({
    description:
      'A stored test of the playground whose response readers see as an example, before running it or without. Credentials in it are masked, and a long body is cut. The example stays when the test expires, and goes when you delete the test. `null` for none.',
    examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
  }),
};

export const Playground = StrictObject(
  {
    id: Id('The playground.'),
    ...fields,
    url: Type.String({
      description: "The playground's page. Anyone can open it while the playground is public.",
      examples: ['https://playgrounds.example.com/p/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    embed_url: Type.String({
      description: 'The page for frames in other sites.',
      examples: ['https://playgrounds.example.com/embed/019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
    }),
    warnings: Type.Optional(
      Type.Array(Ref(RequestWarning), {
        minItems: 0,
        maxItems: 10_000,
        description:
          'Only for the owner. `public_secret`: the command is public and has a credential from `start` to `end`; without them, it is in the description. Other readers see a placeholder instead.',
      }),
    ),
    created_at: Timestamp('When it was created.'),
    updated_at: Timestamp('When it last changed.'),
  },
  { $id: 'Playground', description: 'A saved, shareable API-request example built around a cURL command.' },
);
export type Playground = Static<typeof Playground>;

/** A field of a creation, with its default in the description. */
const withDefault = <T extends TSchema>(field: T, text: string): T => ({
  ...field,
  description: `${field.description} Default${text}.`,
});

export const CreatePlaygroundRequest = StrictObject(
  {
    ...optional({
      name: withDefault(
        fields.name,
        ': method, host and path of the command; this default changes with the command',
      ),
    }),
    curl_command: fields.curl_command,
    ...optional({
      description: withDefault(fields.description, ': empty'),
      collection_id: withDefault(fields.collection_id, ' null'),
      is_public: withDefault(fields.is_public, ' false'),
      theme: fields.theme,
      languages: { ...withDefault(fields.languages, ': all'), [EMPTY_IS_ABSENT]: true },
      share_secrets: withDefault(fields.share_secrets, ' false'),
      public_runs: withDefault(fields.public_runs, ' false'),
      embed_origins: withDefault(fields.embed_origins, ': any site'),
      variables: fields.variables,
      example_test_id: fields.example_test_id,
    }),
  },
  {
    $id: 'CreatePlaygroundRequest',
    description: 'A new playground. Only `curl_command` is required.',
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
  optional({ ...fields, languages: { ...fields.languages, [EMPTY_IS_ABSENT]: true } }),
  {
    $id: 'UpdatePlaygroundRequest',
    examples: [{ name: 'List all users' }],
    minProperties: 1,
    description: 'Any non-empty subset of the fields. The others stay as they are.',
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
      title: 'PlaygroundSort',
      default: '-created_at',
      description: 'Order; names regardless of case, ties by id.',
    }),
  ),
  ...optional({
    is_public: Type.Boolean({
      description: 'Only public playgrounds (`true`) or only private ones (`false`).',
    }),
    search: Type.String({
      maxLength: 200,
      description:
        'Only playgrounds whose name or description contains this text, in any case; `%`, `_` and `\\` are literal.',
    }),
    collection_id: Type.String({
      maxLength: 200,
      description: 'Only playgrounds of this collection; `none` for those in no collection.',
    }),
  }),
});
export type ListPlaygroundsQuery = Static<typeof ListPlaygroundsQuery>;

export const PlaygroundPage = PageOf(Ref(Playground), 'PlaygroundPage');

export const RunCounts = StrictObject(
  {
    runs: Count({ description: 'All runs.', examples: [12] }),
    status_4xx: Count({ description: 'Runs whose response had a status from 400 to 499.', examples: [2] }),
    status_5xx: Count({ description: 'Runs whose response had a status from 500 to 599.', examples: [0] }),
    failed: Count({ description: 'Runs that failed, for example with a timeout.', examples: [1] }),
  },
  { $id: 'RunCounts', description: 'How often a playground was run, and how often without success.' },
);

export const PlaygroundStats = StrictObject(
  {
    owner: Ref(RunCounts),
    readers: Ref(RunCounts),
    days: Type.Array(
      StrictObject(
        {
          date: Type.String({ format: 'date', description: 'UTC calendar day.', examples: ['2026-11-20'] }),
          owner: Ref(RunCounts),
          readers: Ref(RunCounts),
        },
        { title: 'PlaygroundDay', description: 'The runs of one day.' },
      ),
      { minItems: 0, maxItems: 366, description: 'The last 30 days, newest first, today included.' },
    ),
  },
  {
    $id: 'PlaygroundStats',
    description:
      'The runs of a playground in the last 30 days: `owner` has those of its account, `readers` those of other accounts and of visitors of its page.',
  },
);
export type PlaygroundStats = Static<typeof PlaygroundStats>;

/** A playground that was run today, with how often by whom. */
export interface BusyPlayground {
  id: string;
  name: string;
  command: string;
  owner: number;
  readers: number;
}

/** What the runs of an account's playgrounds were today. */
export interface RunsOfToday {
  /** Those with the most runs. */
  top: readonly BusyPlayground[];
  /** Runs of all playgrounds. */
  runs: number;
  /** Runs of readers, and how many playgrounds they ran. */
  byReaders: number;
  readPlaygrounds: number;
}
