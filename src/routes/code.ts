import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { generateCode } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';
import { InputError } from '../errors.ts';
import { GenerateCodeRequest, GeneratedCode, ParseCurlRequest } from '../schemas/code.ts';
import { Ref } from '../schemas/helpers.ts';
import { type ExecuteTestRequest, RequestShape } from '../schemas/request-shape.ts';
import { operation } from './operation.ts';

/** Runs a pure function on the field of a body, and says where the field is when it is refused. */
function onField<T>(field: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof InputError ? error.toApiError(field) : error;
  }
}

/** The request of `parsed`, which has a URL of its own and belongs to no playground. */
function requestOf({ url, playground_id: playgroundId, ...rest }: ExecuteTestRequest): RequestShape {
  if (url === undefined)
    throw new InputError({
      field: '/url',
      code: 'required',
      message: 'parsed.url is missing: the URL that the program requests.',
    });
  if (typeof playgroundId === 'string')
    throw new InputError({
      field: '/playground_id',
      code: 'unknown_field',
      message: 'parsed.playground_id is only for tests/execute.',
    });
  return { ...rest, url };
}

export const codeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/api/parse-curl',
    operation({
      operationId: 'parseCurl',
      tag: 'Code',
      summary: 'Parse a cURL command',
      description:
        'Reads the command as curl and the shell would. The result is what generate-code and tests/execute take. What the structure cannot say is in `warnings`; what curl itself would refuse is a 400 whose detail carries the `offset` in code points.',
      scope: 'curl:parse',
      body: Ref(ParseCurlRequest),
      success: { status: 200, description: 'The request.', schema: Ref(RequestShape) },
    }),
    async (request) => onField('/curl', () => parseCurl(request.body.curl)),
  );

  app.post(
    '/api/generate-code',
    operation({
      operationId: 'generateCode',
      tag: 'Code',
      summary: 'Generate a program',
      description:
        'A complete program in the language that sends the request as curl would. What the library cannot send is in `warnings`.',
      scope: 'code:generate',
      body: Ref(GenerateCodeRequest),
      success: { status: 200, description: 'The program.', schema: Ref(GeneratedCode) },
    }),
    async (request) =>
      onField('/parsed', () => generateCode(requestOf(request.body.parsed), request.body.language)),
  );
};
