import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'java', [
  'cookie-repeated',
  'header-many',
  'omit-User-Agent',
  'omit-Host',
  'omit-both',
  'omit-with-post',
  'expect',
  'chunked',
  'chunked-file',
  'http-1.0',
]);
