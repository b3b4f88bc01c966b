/** Parses commands, fills in variables and generates programs, large ones in the pool. Nothing here needs the database: workers load it. */
import { type GenerateSettings, generateCode, type Language, type Snippet } from '../codegen/index.ts';
import { type ReadCommand, readCommand } from '../curl/index.ts';
import { atField, InputError } from '../errors.ts';
import { substituteVariables } from '../request/variables.ts';
import { pooled, sizeOf } from '../runtime/pool.ts';
import type { RequestShape } from '../schemas/request-shape.ts';

/**
 * Reads a command, with the options that say nothing about its request.
 * @param input `field` is the JSON pointer of the command in the request body
 * @throws InputError
 */
export const readSource = pooled(
  'read a command',
  ({ command, field }: { command: string; field: string }): ReadCommand =>
    atField(field, () => readCommand(command)),
);

/**
 * Fills in the variables of a request.
 * @throws InputError as {@link substituteVariables}
 */
export const fillIn = pooled(
  'fill in variables',
  ({ request, encoded }: { request: RequestShape; encoded: boolean }): RequestShape =>
    substituteVariables(request, { encoded }),
);

interface ProgramsInput extends Omit<GenerateSettings, 'library'> {
  shape: RequestShape;
  /** Languages, each with one of its libraries; its first when absent. */
  choices: readonly (readonly [Language, library?: string | undefined])[];
  /** JSON pointer of the request in the request body. */
  field: string;
}

/** Characters of a request, times the programs that it is written in: a limit on the work and on the response. */
const MAX_WRITTEN = 4 * 1024 * 1024;

const generate = pooled(
  'generate programs',
  ({ shape, choices, field, ...settings }: ProgramsInput): Snippet[] =>
    atField(field, () =>
      choices.map(([language, library]) => generateCode(shape, language, { ...settings, library })),
    ),
  { size: ({ shape, choices }) => sizeOf(shape, MAX_WRITTEN) * choices.length },
);

/**
 * Generates the programs of a request, one for each choice.
 * @throws InputError, also `too_large` for more than {@link MAX_WRITTEN}
 */
export async function generatePrograms(caller: string, input: ProgramsInput): Promise<Snippet[]> {
  const { shape, choices, field } = input;
  const most = Math.floor(MAX_WRITTEN / choices.length);
  if (choices.length > 1 && sizeOf(shape, most) > most)
    throw new InputError({
      field,
      code: 'too_large',
      message: `For ${choices.length} programs, the request can have at most ${most.toLocaleString('en')} characters. Ask for fewer at once.`,
    });
  return generate(caller, input);
}
