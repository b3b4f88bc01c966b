import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'csharp', [
  'header-repeated',
  'header-repeated-cases',
  'header-repeated-accept',
  'cookie-repeated',
  'header-unicode',
  'omit-Host',
  'target-unicode-query',
  'target-asterisk',
  'target-absolute',
  'target-exact-post',
  'method-lower-case',
  'hostile-header-7',
  'hostile-header-8',
  'proxy-exact-target',
  'sample 0 of seed 20261120',
  'sample 17 of seed 20261120',
  'sample 22 of seed 20261120',
]);
