/** Writes the program that sends a request. */
import { normalize } from '../request/normalize.ts';
import type { RequestShape, RequestWarning } from '../schemas/request-shape.ts';
import type { Emitter } from './emitter.ts';
import { EMITTERS, LANGUAGES, type Language } from './languages.ts';
import { buildPlan } from './plan/build.ts';
import type { ProgramPlan } from './plan/plan.ts';

export { EMITTERS, LANGUAGES, type Language };

export interface Snippet {
  language: Language;
  library: string;
  code: string;
  warnings: RequestWarning[];
  requires: string;
  filename: string;
  install: string | null;
  run: string;
}

/**
 * The program that sends a request, in a language.
 * @throws InputError when the request contradicts itself
 */
export function generateCode(parsed: RequestShape, language: Language): Snippet {
  const emitter: Emitter = EMITTERS[language];
  const request = normalize(parsed);
  let client = emitter.clients[0];
  let plan = buildPlan(request, client.capabilities);
  if (plan.warnings.length > 0)
    for (const other of emitter.clients.slice(1)) {
      const rival = buildPlan(request, other.capabilities, plan.body);
      if (isCloser(rival, plan)) [client, plan] = [other, rival];
    }
  const { library, requires, filename, run } = emitter;
  const install = emitter.install(plan.packages);
  const code = client.emit(plan);
  return { language, library, code, warnings: plan.warnings, requires, filename, install, run };
}

/**
 * Whether the first request of a plan is closer to curl's than that of another. For what comes after a redirect nobody
 * takes another library, and for a header too many nobody does without redirects.
 */
function isCloser(rival: ProgramPlan, plan: ProgramPlan): boolean {
  const stops = plan.redirects !== undefined && rival.redirects === undefined;
  const differences = ({ warnings }: ProgramPlan) =>
    warnings.filter(({ code }) => code !== 'redirect_differs' && !(stops && code === 'default_header_kept'))
      .length;
  return differences(rival) < differences(plan);
}
