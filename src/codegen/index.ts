/** Generates a program that sends a request. */
import { InputError } from '../errors.ts';
import { normalize } from '../request/normalize.ts';
import type { Style } from '../schemas/code.ts';
import type { RequestShape, RequestWarning } from '../schemas/request-shape.ts';
import type { Emitter, ProjectFile } from './emitter.ts';
import { EMITTERS, LANGUAGES, type Language } from './languages.ts';
import { buildPlan } from './plan/build.ts';
import type { Extra, ProgramPlan, Template } from './plan/plan.ts';

export { EMITTERS, LANGUAGES, type Language };

export interface Snippet {
  language: Language;
  library: string;
  style: Style;
  code: string;
  warnings: RequestWarning[];
  /** Whether the library encodes the variables of a form or query, as curl does those of `--data-urlencode`. */
  encodes: boolean;
  requires: string;
  filename: string;
  files?: ProjectFile[];
  install: string | null;
  run: string;
}

export interface GenerateSettings {
  /** One of the language's; the default when absent. */
  library?: string | undefined;
  /** For curl: options of the command that say nothing about the request. */
  extras?: readonly Extra[] | undefined;
  style?: Style | undefined;
}

/** Generates the program that sends a request. @throws InputError for a contradiction in it, or an unknown library */
export function generateCode(
  parsed: RequestShape,
  language: Language,
  { library, extras, style = 'complete' }: GenerateSettings = {},
): Snippet {
  const { libraries, filename, run, stop }: Emitter = EMITTERS[language];
  const chosen = library === undefined ? libraries[0] : libraries.find(({ name }) => name === library);
  if (chosen === undefined) throw unknownLibrary('/library', library ?? '', [language]);
  const request = normalize(parsed);
  let client = chosen.clients[0];
  let plan = buildPlan(request, client.capabilities, { extras, style });
  if (plan.warnings.length > 0)
    for (const other of chosen.clients.slice(1)) {
      const rival = buildPlan(request, other.capabilities, { known: plan.body, extras, style });
      if (isCloser(rival, plan)) [client, plan] = [other, rival];
    }
  const { name, requires } = chosen;
  const install = chosen.install(plan.packages);
  const code = plan.refusal === undefined ? client.emit(plan) : (chosen.stop ?? stop)(plan.refusal);
  const files = chosen.files?.(plan.packages, code);
  return {
    language,
    library: name,
    style,
    code,
    warnings: [...plan.warnings, ...(chosen.warnings?.(code) ?? [])],
    encodes: plan.body.kind === 'pairs' || plan.query !== undefined || isEncoded(plan.url),
    requires,
    filename: chosen.filename ?? filename,
    ...(files === undefined ? {} : { files: [...files] }),
    install,
    run: chosen.run ?? run,
  };
}

/** Whether a URL has variables that the program encodes. */
const isEncoded = (url: Template): boolean =>
  typeof url !== 'string' && url.some((piece) => typeof piece !== 'string' && piece.decoded !== undefined);

/** The refusal of a library that none of the languages has. */
export function unknownLibrary(field: string, library: string, languages: readonly Language[]): InputError {
  const message = `There is no library ${library} for ${languages.join(', ')}. GET /api/languages lists them.`;
  return new InputError({ field, code: 'unknown_library', message });
}

/** Whether the first request of the rival plan is closer to curl's, whatever follows a redirect. */
function isCloser(rival: ProgramPlan, plan: ProgramPlan): boolean {
  if (rival.refusal !== undefined) return false;
  const stops = plan.redirects !== undefined && rival.redirects === undefined;
  const differences = ({ warnings }: ProgramPlan) =>
    warnings.filter(
      ({ code }) =>
        code !== 'redirect_differs' && code !== 'minimal_style' && !(stops && code === 'default_header_kept'),
    ).length;
  return differences(rival) < differences(plan);
}
