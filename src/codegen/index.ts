/** The registry: adding a language is its file and its line here. The API's Language enum comes from it. */
import { isSameName, type NormalRequest, normalize } from '../request/normalize.ts';
import type { RequestShape, RequestWarning } from '../schemas/request-shape.ts';
import { csharp } from './csharp.ts';
import { curl } from './curl.ts';
import { type Generator, leavesOut, Warnings } from './generator.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

/** In the order of the API's documentation. */
export const GENERATORS = [
  python,
  javascript,
  curl,
  go,
  ruby,
  php,
  java,
  csharp,
  rust,
] as const satisfies readonly Generator[];

export type Language = (typeof GENERATORS)[number]['language'];

export const LANGUAGES: readonly Language[] = GENERATORS.map((generator) => generator.language);

/** A generator as an object of the one shape that the engine then knows all of them to have. */
function uniform({
  language,
  title,
  library,
  requires,
  filename,
  install,
  run,
  write,
}: Generator): Generator {
  return { language, title, library, requires, filename, install, run, write };
}

const BY_LANGUAGE: ReadonlyMap<string, Generator> = new Map(
  GENERATORS.map((generator) => [generator.language, uniform(generator)]),
);

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
  const generator = BY_LANGUAGE.get(language);
  if (generator === undefined) throw new Error(`no generator for ${language}`);
  const warnings = new Warnings();
  const normal = normalize(parsed);
  declareUrlUser(parsed, warnings);
  declareFormType(normal, warnings);
  const code = generator.write(withFraming(withFamily(normal), warnings), warnings);
  const { library, requires, filename, install, run } = generator;
  return { language, library, code, warnings: warnings.list, requires, filename, install, run };
}

/**
 * Says that the programs take a user in the URL for one of `-u`, who is for the whole host; curl 8.23 sends it
 * after a redirect only to a URL that is relative (7.88 to the same host). (parse-curl says so itself, and makes a header of it.)
 */
function declareUrlUser({ url, headers, auth, options }: RequestShape, warnings: Warnings): void {
  if (options?.follow_redirects !== true || auth !== undefined || !/^https?:\/\/[^/?#]*@/i.test(url)) return;
  if (Object.keys(headers ?? {}).some((name) => isSameName(name, 'authorization'))) return;
  warnings.add(
    'redirect_differs',
    'After a redirect to a whole URL curl sends the user of this one no more; the program does to the same host.',
    '-L',
  );
}

/** Says that a form goes out with a Content-Type: nobody could read it without the boundary in that. */
function declareFormType(request: NormalRequest, warnings: Warnings): void {
  if (request.body.kind === 'form' && leavesOut(request, 'content-type'))
    warnings.add(
      'default_header_kept',
      'A form is sent with its Content-Type, which has the boundary.',
      '-H',
    );
}

/** The headers that frame a body stay, whatever the request leaves out: nobody could read it without them. */
function withFraming(request: NormalRequest, warnings: Warnings): NormalRequest {
  const { options, body } = request;
  if (options.omit_headers === undefined || body.kind === 'none') return request;
  const left = options.omit_headers.filter((name) => !/^(?:content-length|transfer-encoding)$/i.test(name));
  if (left.length === options.omit_headers.length) return request;
  warnings.add('header_changed', 'The header that frames the body is not left out.', '-H');
  return { ...request, options: { ...options, omit_headers: left } };
}

/** A URL, with or without a scheme, whose host is an address. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#]*@)?(?:\[|[\d.]+(?:[:/?]|$))/i;

/** An address is connected to whatever `-4` and `-6` say, as curl does it: they choose among those of a name. */
function withFamily(request: NormalRequest): NormalRequest {
  const { url, options } = request;
  const { ip_version: family, proxy, ...others } = options;
  if (family === undefined || !ADDRESS.test(proxy ?? url)) return request;
  return { ...request, options: proxy === undefined ? others : { ...others, proxy } };
}
