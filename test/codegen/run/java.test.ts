import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'java', [
  'digest-bare-query',
  'follow-chunked',
  'follow-odd',
  'follow-user',
  'follow-slash',
  'variable-empty-header',
  'any-chunked',
  'digest-other-target',
  'follow-other-target',
]);
