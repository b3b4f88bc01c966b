import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'rust', [
  'get-headers',
  'header-repeated-cases',
  'omit-Accept',
  'omit-Host',
  'omit-both',
  'omit-with-post',
  'te-trailers',
  'digest',
  'any',
  'target-dot-segments',
  'target-encoded-dots',
  'target-unicode-query',
  'target-odd-characters',
  'target-odd-path',
  'target-asterisk',
  'target-absolute',
  'target-exact-post',
  'follow-exact-target',
  'hostile-query-0',
  'hostile-query-1',
  'hostile-query-6',
  'hostile-query-9',
  'hostile-query-11',
  'hostile-query-13',
]);
