/** The registry: adding a language is its file, its name in languages.ts and its line here. */
import { normalize } from '../request/normalize.ts';
import type { RequestShape, RequestWarning } from '../schemas/request-shape.ts';
import type { Emitter } from './emitter.ts';
import { curl } from './languages/curl/index.ts';
import { go } from './languages/go.ts';
import { csharp } from './languages/csharp.ts';
import { java } from './languages/java.ts';
import { javascript } from './languages/javascript/index.ts';
import { rust } from './languages/rust.ts';
import { php } from './languages/php.ts';
import { python } from './languages/python.ts';
import { ruby } from './languages/ruby.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { buildPlan } from './plan/build.ts';

export { LANGUAGES, type Language };

export const EMITTERS: Partial<Record<Language, Emitter>> = { curl, php, ruby, csharp, go, rust, java, javascript, python };

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
  const emitter = EMITTERS[language];
  if (emitter === undefined) throw new Error(`no emitter for ${language}`);
  const request = normalize(parsed);
  let [client, ...others] = emitter.clients;
  let plan = buildPlan(request, client.capabilities);
  for (const other of others) {
    if (plan.warnings.length === 0) break;
    const rival = buildPlan(request, other.capabilities);
    if (rival.warnings.length < plan.warnings.length) [client, plan] = [other, rival];
  }
  const { library, requires, filename, run } = emitter;
  const install = emitter.install(plan.packages);
  return { language, library, code: client.emit(plan), warnings: [...plan.warnings], requires, filename, install, run };
}
