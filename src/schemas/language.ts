/** The Language enum comes from the list of languages: the one place where schemas look at another room. */
import { LANGUAGES } from '../codegen/languages.ts';
import { StringEnum } from './helpers.ts';

export const LanguageSchema = StringEnum(LANGUAGES, {
  $id: 'Language',
  description: 'Language of a generated program.',
});
