import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { generateCode, type Language } from '../codegen/index.ts';
import { parseCurl } from '../curl/index.ts';
import { ApiError, InputError } from '../errors.ts';
import { GenerateCodeRequest, GeneratedCode, ParseCurlRequest } from '../schemas/code.ts';
import { Ref } from '../schemas/helpers.ts';
import { type ExecuteTestRequest, RequestShape } from '../schemas/request-shape.ts';
import { requestOfPlayground } from '../services/playgrounds.ts';
import { identityOf } from './headers.ts';
import { operation } from './operation.ts';

/** Runs a pure function on the field of a body, and says where the field is when it is refused. */
function onField<T>(field: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof InputError ? error.toApiError(field) : error;
  }
}

/** A field that is missing, or that another one excludes. */
function wrong(field: string, code: string, message: string): ApiError {
  return new ApiError('invalid_request', message, { details: [{ in: 'body', field, code, message }] });
}

/** The request of `parsed`, which has a URL of its own and belongs to no playground. */
function requestOf({ url, playground_id: playgroundId, ...rest }: ExecuteTestRequest): RequestShape {
  if (url === undefined)
    throw wrong('/parsed/url', 'required', 'parsed.url is missing: the URL that the program requests.');
  if (typeof playgroundId === 'string')
    throw wrong(
      '/parsed/playground_id',
      'unknown_field',
      'parsed.playground_id is only for tests/execute; playground_id stands beside parsed here.',
    );
  return { ...rest, url };
}

/** The languages that are asked for; one without a list is the list's only one. */
function languagesOf({ language, languages }: GenerateCodeRequest): readonly [Language, ...Language[]] {
  if (language !== undefined && languages !== undefined)
    throw wrong('/languages', 'conflicting_fields', 'Give either language or languages.');
  const [first = language, ...rest] = languages ?? [];
  if (first === undefined)
    throw wrong('/language', 'required', 'language is missing: give one, or several as languages.');
  return [first, ...rest];
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
        'A complete program in the language that sends the request as curl would, for a request or for the command of a playground. What the library cannot send is in `warnings`.',
      scope: 'code:generate',
      body: Ref(GenerateCodeRequest),
      success: { status: 200, description: 'The program.', schema: Ref(GeneratedCode) },
      errors: [404],
    }),
    async (request) => {
      const { body } = request;
      const { parsed, playground_id: playgroundId, languages } = body;
      const [first, ...others] = languagesOf(body);
      if (parsed !== undefined && playgroundId !== undefined)
        throw wrong('/playground_id', 'conflicting_fields', 'Give either parsed or playground_id.');
      if (parsed === undefined && playgroundId === undefined)
        throw wrong('/parsed', 'required', 'parsed is missing: give it, or a playground_id.');
      const field = parsed === undefined ? '/playground_id' : '/parsed';
      const shape =
        parsed === undefined
          ? await requestOfPlayground(app.database.db, identityOf(request).accountId, playgroundId ?? '')
          : requestOf(parsed);
      return onField(field, () => {
        const program = generateCode(shape, first);
        if (languages === undefined) return program;
        return { ...program, data: [program, ...others.map((language) => generateCode(shape, language))] };
      });
    },
  );
};
