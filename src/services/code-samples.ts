/** Generates sample programs that call this service's own operations. */
import { EMITTERS, generateCode, LANGUAGES, type Language } from '../codegen/index.ts';

/** A program that sends the request of an operation. */
export interface CodeSample {
  language: Language;
  title: string;
  code: string;
}

const KEY = '$PLAYGROUNDS_API_KEY';

/** Lists each language with its title and libraries, for the API documentation. */
export const LANGUAGE_MEANINGS = LANGUAGES.map((language) => {
  const { title, libraries } = EMITTERS[language];
  return `\`${language}\`: ${title} with ${libraries.map(({ name }) => name).join(' or ')}`;
}).join('; ');

/**
 * Generates the request of an operation in every language. The key is read from the environment.
 * @param url the absolute URL
 */
export function codeSamples(
  method: string,
  url: string,
  { body, needsKey }: { body: unknown; needsKey: boolean },
): CodeSample[] {
  const request = {
    method,
    url,
    headers: {
      ...(needsKey ? { Authorization: `Bearer ${KEY}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(needsKey ? { variables: [{ name: KEY.slice(1), text: KEY }] } : {}),
  };
  return LANGUAGES.map((language) => ({
    language,
    title: EMITTERS[language].title,
    code: generateCode(request, language).code,
  }));
}
