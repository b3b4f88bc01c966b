import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'javascript', [
  'digest-bare-query',
  'follow-300-post',
  'follow-away-basic',
  'follow-empty',
  'follow-json-302',
  'follow-json-303-cookie',
  'follow-form-own-type',
  'follow-odd',
  'follow-often',
  'follow-relative-post',
  'follow-user',
  'names-odd-follow-301',
  'names-odd-follow-303',
  'variables-alike-twice',
  'follow-slash',
  'follow-same',
  'follow-multipart-own-type',
  'omit-connection',
  'variable-empty-header',
  'follow-other-target',
]);
