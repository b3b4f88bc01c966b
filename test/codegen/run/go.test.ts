import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'go', [
  'digest-bare-query',
  'digest-not-needed',
  'follow-300-post',
  'follow-odd',
  'follow-slash',
  'variable-empty-header',
  'digest-other-target',
  'follow-other-target',
]);
