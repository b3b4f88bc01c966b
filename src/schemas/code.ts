import { type Static, Type } from '@sinclair/typebox';
import { EMPTY_IS_ABSENT } from './absent.ts';
import { NullableString, Ref, StrictObject } from './helpers.ts';
import { LanguageSchema } from './language.ts';
import { RequestShape, RequestWarning } from './request-shape.ts';

export const GenerateCodeRequest = StrictObject(
  {
    parsed: Type.Optional(Ref(RequestShape)),
    playground_id: Type.Optional(
      Type.String({
        description:
          "Instead of `parsed`: the playground whose command is written, one of the caller's own or anybody's public one.",
        examples: ['019300a1-7c1e-7a51-8000-5a4e1d1f2b3c'],
      }),
    ),
    language: Type.Optional(Ref(LanguageSchema)),
    languages: Type.Optional(
      Type.Array(Ref(LanguageSchema), {
        [EMPTY_IS_ABSENT]: true,
        minItems: 0,
        maxItems: 100,
        uniqueItems: true,
        description: 'Instead of `language`: several, answered as `data`.',
        examples: [['python', 'go']],
      }),
    ),
  },
  {
    $id: 'GenerateCodeRequest',
    description:
      'A request, as `parsed` from parse-curl or that of a playground, and one `language` or several `languages`.',
    // Without it Swagger UI puts all four fields together.
    examples: [{ parsed: { url: 'https://api.example.com/users' }, language: 'python' }],
  },
);
export type GenerateCodeRequest = Static<typeof GenerateCodeRequest>;

const program = {
  language: Ref(LanguageSchema),
  library: Type.String({ description: 'The library the program uses.', examples: ['requests'] }),
  code: Type.String({
    description: 'A complete program that runs as it stands: imports, `main`, error handling.',
  }),
  warnings: Type.Array(Ref(RequestWarning), {
    minItems: 0,
    maxItems: 10_000,
    description:
      'Where the program means something else than the request: what the library cannot send, and an ordinary redirect that it would make with another method, body or credentials than curl. Empty: the same meaning.',
  }),
  requires: Type.String({
    description: 'Oldest versions it runs on.',
    examples: ['Python 3.8, requests 2.25'],
  }),
  filename: Type.String({
    description: 'Name that `run` expects the program under.',
    examples: ['request.py'],
  }),
  install: NullableString({
    description:
      'Command that installs the library, and the packages that this program takes; null when there is nothing to install.',
  }),
  run: Type.String({ description: 'Command that runs the program.', examples: ['python3 request.py'] }),
};

export const GeneratedProgram = StrictObject(program, {
  $id: 'GeneratedProgram',
  description: 'A complete program in one language.',
});

export const GeneratedCode = StrictObject(
  {
    ...program,
    data: Type.Optional(
      Type.Array(Ref(GeneratedProgram), {
        minItems: 1,
        maxItems: 100,
        description:
          'For `languages`: a program in each, in their order. The fields beside it are those of the first, so that clients with types know one answer.',
      }),
    ),
  },
  { $id: 'GeneratedCode', description: 'A complete program that sends the request.' },
);
export type GeneratedCode = Static<typeof GeneratedCode>;

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
