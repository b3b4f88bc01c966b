/** The Language enum comes from the generators' registry: the one place where schemas look at another room. */
import { LANGUAGES, type Language } from '../codegen/index.ts';
import { StringEnum } from './helpers.ts';

export const LanguageSchema = StringEnum(LANGUAGES as readonly Language[], {
  $id: 'Language',
  description: 'Language of a generated program.',
});
