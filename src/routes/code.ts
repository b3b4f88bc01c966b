/** The routes for parsing commands and generating programs. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { EMITTERS, LANGUAGES, type Language, type Snippet, unknownLibrary } from '../codegen/index.ts';
import type { ExtraOption } from '../curl/index.ts';
import { invalid } from '../errors.ts';
import { jsonAsForm, withHints } from '../request/hints.ts';
import { variableDefault } from '../request/variables.ts';
import {
  GenerateCodeBatchRequest,
  GenerateCodeRequest,
  GeneratedProgram,
  GeneratedProgramList,
  LanguageList,
  ParseCurlRequest,
} from '../schemas/code.ts';
import { Ref } from '../schemas/helpers.ts';
import { type ExecuteTestRequest, RequestShape, type RequestWarning } from '../schemas/request-shape.ts';
import { getPlayground } from '../services/playgrounds.ts';
import { generatePrograms, readSource } from '../services/programs.ts';
import { identityOf } from './headers.ts';
import { operation } from './operation.ts';

/** Returns the request of `parsed`, which must have a URL and no playground. */
function requestOfParsed({ url, playground_id: playgroundId, ...rest }: ExecuteTestRequest): RequestShape {
  if (url === undefined)
    throw invalid('/parsed/url', 'required', 'parsed.url is missing: the URL that the program requests.');
  if (typeof playgroundId === 'string')
    throw invalid(
      '/parsed/playground_id',
      'unknown_field',
      'parsed.playground_id is only for tests/execute. Leave it out.',
    );
  return { ...rest, url };
}

/** A language and one of its libraries; its first when absent. */
type Choice = readonly [Language, library?: string | undefined];

const librariesOf = (language: Language): string[] => EMITTERS[language].libraries.map(({ name }) => name);

/** Returns the programs that a batch asks for: a language has one for each of its named libraries, or else one. */
function choicesOf({ languages, libraries = [] }: GenerateCodeBatchRequest): Choice[] {
  const has = (language: Language, library: string) => librariesOf(language).includes(library);
  const wanted =
    languages ??
    LANGUAGES.filter((one) => libraries.length === 0 || libraries.some((library) => has(one, library)));
  const unknown = libraries.findIndex((library) => !wanted.some((language) => has(language, library)));
  if (unknown >= 0)
    throw unknownLibrary(`/libraries/${unknown}`, libraries[unknown] ?? '', languages ?? LANGUAGES);
  return wanted.flatMap((language): Choice[] => {
    const named = libraries.filter((library) => has(language, library));
    return named.length === 0 ? [[language]] : named.map((library) => [language, library]);
  });
}

/** Returns the request to generate a program for, the field that it came in, and the parser's warnings. */
async function sourceOf(
  { parsed, curl, playground_id: playgroundId }: GenerateCodeBatchRequest,
  accountId: string,
  commandOf: (playgroundId: string) => Promise<string>,
): Promise<{ field: string; shape: RequestShape; extras?: readonly ExtraOption[] }> {
  const given = Object.entries({ parsed, curl, playground_id: playgroundId })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given.length > 1)
    throw invalid(`/${given[1]}`, 'conflicting_fields', `Give either ${given.join(' or ')}.`);
  if (parsed !== undefined) {
    const { warnings: _, ...shape } = requestOfParsed(parsed);
    return { field: '/parsed', shape };
  }
  if (curl === undefined && playgroundId === undefined)
    throw invalid('/parsed', 'required', 'parsed is missing: give it, or curl, or a playground_id.');
  const field = curl === undefined ? '/playground_id' : '/curl';
  const { request, extras } = await readSource(accountId, {
    command: curl ?? (await commandOf(playgroundId ?? '')),
    field,
  });
  return { field, shape: request, extras };
}

const OF_EXTRAS = new Set(['output_option', 'option_ignored', 'resume_unknown', 'variable_encoded']);
/** Warnings of the parser about values that a program reads from the environment. */
const OF_VALUES = new Set(['variable', 'placeholder', 'command_substitution']);

/**
 * Returns the parser's warnings for a program: one for all variables, and none for variables that its library encodes and
 * options that the command for curl keeps.
 */
function warningsFor(
  { language, encodes }: Pick<Snippet, 'language' | 'encodes'>,
  { method, warnings = [], variables = [] }: RequestShape,
  extras: readonly ExtraOption[] = [],
): readonly RequestWarning[] {
  const kept = new Set(extras.filter(({ value }) => value !== null).map(({ name }) => name));
  const isKept = ({ code, option = '' }: RequestWarning) =>
    // What a program does with cookies, its own warnings say.
    code === 'cookie_file' ||
    (encodes && code === 'variable_encoded') ||
    (code === 'resume_unknown' && method === 'GET' && kept.has(option)) ||
    (language === 'curl' && OF_EXTRAS.has(code) && kept.has(option));
  const unset = variables.filter(({ text = '' }) => variableDefault(text) === undefined);
  const message = `Set ${unset.map(({ name }) => name).join(' and ')} before you run it.`;
  const own = warnings.filter((warning) => !OF_VALUES.has(warning.code) && !isKept(warning));
  const isWarned = unset.length > 0 && warnings.some(({ code }) => OF_VALUES.has(code));
  return isWarned ? [{ code: 'variable', message }, ...own] : own;
}

export const codeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const write = async (accountId: string, body: GenerateCodeBatchRequest, choices: readonly Choice[]) => {
    const { field, shape, extras } = await sourceOf(
      body,
      accountId,
      async (id) => (await getPlayground(app.database.db, accountId, id)).curl_command,
    );
    const input = { shape, choices, extras, style: body.style, field };
    const programs = await generatePrograms(accountId, input);
    return programs.map(({ encodes, ...program }) => ({
      ...program,
      warnings: [
        ...warningsFor({ ...program, encodes }, shape, extras),
        ...jsonAsForm(shape),
        ...program.warnings,
      ],
    }));
  };

  app.post(
    '/api/parse-curl',
    operation({
      operationId: 'parseCurl',
      tag: 'Code',
      summary: 'Parse a cURL command',
      description:
        'Parses the command as curl and the shell would. generate-code and tests/execute take the result. `warnings` has the parts that the result cannot represent. If curl would refuse the command, the response is a 400 with the `offset` of the error in code points.',
      scope: 'curl:parse',
      body: Ref(ParseCurlRequest),
      success: { status: 200, description: 'The request.', schema: Ref(RequestShape) },
    }),
    async (request) => {
      const { curl: command } = request.body;
      return withHints(
        (await readSource(identityOf(request).accountId, { command, field: '/curl' })).request,
      );
    },
  );

  app.post(
    '/api/generate-code',
    operation({
      operationId: 'generateCode',
      tag: 'Code',
      summary: 'Generate a program',
      description:
        'Returns a complete program that sends the request as curl would, for a request, a cURL command or the command of a playground. `warnings` has what the library cannot send.',
      scope: 'code:generate',
      body: Ref(GenerateCodeRequest),
      success: { status: 200, description: 'The program.', schema: Ref(GeneratedProgram) },
      errors: [404],
    }),
    async (request) => {
      const { language, library } = request.body;
      if (library !== undefined && !librariesOf(language).includes(library))
        throw unknownLibrary('/library', library, [language]);
      const [program] = await write(identityOf(request).accountId, request.body, [[language, library]]);
      return program;
    },
  );

  app.post(
    '/api/generate-code/batch',
    operation({
      operationId: 'generateCodeBatch',
      tag: 'Code',
      summary: 'Generate several programs',
      description:
        'Returns programs like `generate-code`, for several languages and libraries in one request: all languages unless you choose.',
      scope: 'code:generate',
      body: Ref(GenerateCodeBatchRequest),
      success: { status: 200, description: 'The programs.', schema: Ref(GeneratedProgramList) },
      errors: [404],
    }),
    async (request) => ({
      data: await write(identityOf(request).accountId, request.body, choicesOf(request.body)),
    }),
  );

  app.get(
    '/api/languages',
    operation({
      operationId: 'listLanguages',
      tag: 'Code',
      summary: 'List languages and libraries',
      description: 'What generate-code writes programs in, and with which libraries.',
      scope: 'any',
      success: { status: 200, description: 'All languages.', schema: Ref(LanguageList) },
    }),
    async () => ({
      data: Object.entries(EMITTERS).map(([language, { title, filename, run, libraries }]) => ({
        language,
        title,
        filename,
        run,
        libraries: libraries.map((library) => ({
          library: library.name,
          requires: library.requires,
          install: library.install([]),
          run: library.run ?? run,
        })),
      })),
    }),
  );
};
