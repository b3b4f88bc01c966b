import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'rust', [
  'digest-bare-query',
  'follow-300-post',
  'follow-odd',
  'follow-empty',
  'follow-user',
  'follow-slash',
  'variable-empty-header',
  'any-chunked',
  'digest-other-target',
  'follow-other-target',
]);
