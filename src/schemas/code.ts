import { type Static, Type } from '@sinclair/typebox';
import { NullableString, Ref, StrictObject } from './helpers.ts';
import { LanguageSchema } from './language.ts';
import { RequestShape, RequestWarning } from './request-shape.ts';

export const GenerateCodeRequest = StrictObject(
  { parsed: Ref(RequestShape), language: Ref(LanguageSchema) },
  {
    $id: 'GenerateCodeRequest',
    description: 'A request, as parse-curl returns it, and a language.',
    examples: [
      {
        parsed: {
          method: 'POST',
          url: 'https://api.example.com/users',
          headers: { 'Content-Type': 'application/json' },
          body: '{"name":"Ada"}',
        },
        language: 'python',
      },
    ],
  },
);
export type GenerateCodeRequest = Static<typeof GenerateCodeRequest>;

export const GeneratedCode = StrictObject(
  {
    language: Ref(LanguageSchema),
    library: Type.String({ description: 'The library the program uses.', examples: ['requests'] }),
    code: Type.String({ description: 'A complete program.' }),
    warnings: Type.Array(Ref(RequestWarning), {
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
