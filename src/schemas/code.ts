/** Shapes of parsing and generating. */
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import {
  DescribedEnum,
  EMPTY_IS_ABSENT,
  MOVED_FIELDS,
  NullableString,
  optional,
  Ref,
  StrictObject,
} from './helpers.ts';
import { LanguageSchema } from './language.ts';
import { RequestShape, RequestWarning } from './request-shape.ts';

const STYLES = {
  complete: 'a program with error handling that does all that the command does',
  minimal:
    "imports, one call, print, with the library's own defaults for redirects and time; one warning says where that differs",
};
export type Style = keyof typeof STYLES;

export const ProgramStyle = DescribedEnum(STYLES, {
  $id: 'ProgramStyle',
  description: 'How much of a program is written. Default: complete.',
});

/** The fields that say what a program is made of, and how it is written. */
const source = optional({
  parsed: Ref(RequestShape),
  playground_id: Type.String({
    description:
      "Instead of `parsed`: a playground of your own or a public one, whose command is used. The parser's warnings are returned, too.",
    examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
  }),
  curl: Type.String({
    minLength: 1,
    maxLength: 1_048_576,
    description: "Instead of `parsed`: a cURL command. The parser's warnings come along.",
    examples: ['curl https://api.example.com/users'],
  }),
  style: Ref(ProgramStyle),
});

export const GenerateCodeRequest = StrictObject(
  {
    ...source,
    language: Ref(LanguageSchema),
    library: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'One of the libraries of the language (`GET /api/languages`). Default: its first.',
        examples: ['requests'],
      }),
    ),
  },
  {
    $id: 'GenerateCodeRequest',
    description: 'A request (one of `parsed`, `curl` and `playground_id`) and a `language`.',
    // Without it Swagger UI puts all fields together.
    examples: [{ parsed: { url: 'https://api.example.com/users' }, language: 'python' }],
    [MOVED_FIELDS]: new Map([['languages', 'POST /api/generate-code/batch']]),
  },
);
export type GenerateCodeRequest = Static<typeof GenerateCodeRequest>;

/** A list without duplicates, which may be left out. */
const choices = <T extends TSchema>(items: T, description: string, examples: string[]) =>
  Type.Optional(
    Type.Array(items, {
      [EMPTY_IS_ABSENT]: true,
      minItems: 0,
      maxItems: 100,
      uniqueItems: true,
      description,
      examples: [examples],
    }),
  );

export const GenerateCodeBatchRequest = StrictObject(
  {
    ...source,
    languages: choices(
      Ref(LanguageSchema),
      'Languages of the programs, in this order. Default: those of the `libraries`, else all.',
      ['python', 'go'],
    ),
    libraries: choices(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Libraries of these languages (`GET /api/languages`). A language has a program for each of its libraries that is named here, or else one for its first.',
      ['httpx'],
    ),
  },
  {
    $id: 'GenerateCodeBatchRequest',
    description: 'A request (one of `parsed`, `curl` and `playground_id`), and which programs to write.',
    examples: [{ parsed: { url: 'https://api.example.com/users' }, languages: ['python', 'go'] }],
  },
);
export type GenerateCodeBatchRequest = Static<typeof GenerateCodeBatchRequest>;

const program = {
  language: Ref(LanguageSchema),
  library: Type.String({ description: 'The library the program uses.', examples: ['requests'] }),
  style: Ref(ProgramStyle),
  code: Type.String({
    description: 'A complete program with imports, `main` and error handling.',
  }),
  warnings: Type.Array(Ref(RequestWarning), {
    minItems: 0,
    maxItems: 10_000,
    description:
      'How the program differs from the request: what the library cannot send, and ordinary redirects for which it would use another method, body or credentials than curl. Empty if it does not differ. For `curl` and `playground_id` the warnings of the parser come first.',
  }),
  requires: Type.String({
    description: 'Oldest versions that the program runs on.',
    examples: ['Python 3.8, requests 2.25'],
  }),
  filename: Type.String({
    description: 'Name of the file that `run` expects.',
    examples: ['request.py'],
  }),
  files: Type.Optional(
    Type.Array(
      StrictObject(
        {
          name: Type.String({ description: 'Path in the folder of the program.', examples: ['Cargo.toml'] }),
          content: Type.String({ description: 'Content of the file.' }),
        },
        { title: 'ProjectFile', description: 'A project file.' },
      ),
      {
        minItems: 1,
        maxItems: 10,
        description: 'Project files that the program needs in its folder; absent if it needs none.',
      },
    ),
  ),
  install: NullableString({
    description:
      'Command, run in the folder of the program, that installs the library and the packages that this program needs; null if there is nothing to install.',
  }),
  run: Type.String({ description: 'Command that runs the program.', examples: ['python3 request.py'] }),
};

export const GeneratedProgram = StrictObject(program, {
  $id: 'GeneratedProgram',
  description: 'A complete program in one language.',
});

export const GeneratedProgramList = StrictObject(
  {
    data: Type.Array(Ref(GeneratedProgram), {
      minItems: 1,
      maxItems: 100,
      description: 'In the order of the languages, and of the libraries of each.',
    }),
  },
  { $id: 'GeneratedProgramList', description: 'Complete programs.' },
);

const LanguageLibrary = StrictObject(
  {
    library: Type.String({ description: 'What `library` of generate-code takes.', examples: ['requests'] }),
    requires: program.requires,
    install: program.install,
    run: program.run,
  },
  { title: 'LanguageLibrary', description: 'A library that programs are written with.' },
);

export const LanguageList = StrictObject(
  {
    data: Type.Array(
      StrictObject(
        {
          language: Ref(LanguageSchema),
          title: Type.String({ description: 'Display name.', examples: ['C#'] }),
          filename: program.filename,
          run: program.run,
          libraries: Type.Array(LanguageLibrary, {
            minItems: 1,
            maxItems: 100,
            description: 'The default one first.',
          }),
        },
        { title: 'LanguageDetails', description: 'A language that programs are written in.' },
      ),
      { minItems: 1, maxItems: 100, description: 'All languages, in the order in which they are shown.' },
    ),
  },
  { $id: 'LanguageList', description: 'The languages that programs are written in, and their libraries.' },
);

export const ParseCurlRequest = StrictObject(
  {
    curl: Type.String({
      minLength: 1,
      maxLength: 1_048_576,
      description: 'A complete cURL command, as pasted.',
      examples: ['curl -X POST https://api.example.com/users -d \'{"name":"Ada"}\''],
    }),
  },
  { $id: 'ParseCurlRequest', description: 'A cURL command to parse.' },
);
export type ParseCurlRequest = Static<typeof ParseCurlRequest>;
