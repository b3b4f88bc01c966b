/** The Language enum, from the list of languages. Only this schema file imports another layer. */
import { LANGUAGES } from '../codegen/languages.ts';
import { StringEnum } from './helpers.ts';

export const LanguageSchema = StringEnum(LANGUAGES, {
  $id: 'Language',
  description: 'Language of a generated program.',
});
