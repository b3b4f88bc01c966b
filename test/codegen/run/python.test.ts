import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'python', [
  'digest-bare-query',
  'digest-not-needed',
  'digest-userhash',
  'any-basic',
  'follow-300-post',
  'follow-odd',
  'follow-user',
]);
