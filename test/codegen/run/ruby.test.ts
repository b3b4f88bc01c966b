import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'ruby', [
  'digest-bare-query',
  'digest-not-needed',
  'follow-odd',
  'follow-user',
  'follow-slash',
  'follow-same',
  'follow-multipart-own-type',
  'variable-empty-header',
  'proxy-other-target',
  'digest-other-target',
  'follow-other-target',
]);
