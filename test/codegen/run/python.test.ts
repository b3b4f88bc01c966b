import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'python', [
  'digest-bare-query',
  'digest',
  'any',
  'digest-multipart-file',
  'variables-alike-digest',
  'proxy-digest',
  'digest-post',
  'digest-second',
  'digest-not-needed',
  'digest-userhash',
  'any-post',
  'digest-form',
  'any-basic',
  'follow-300-post',
  'follow-odd',
  'follow-user',
  'follow-slash',
  'follow-same',
  'follow-multipart-own-type',
  'any-upload',
  'variable-empty-header',
  'proxy-host-capitals',
  'proxy-host-capitals-own',
  'variable-alone-digest',
]);
