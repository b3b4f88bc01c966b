import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'python', [
  'digest-bare-query',
  'any-basic',
  'follow-300-post',
  'follow-odd',
  'follow-user',
]);
