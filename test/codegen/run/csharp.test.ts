import t from 'tap';
import { runLanguage } from '../support/run-language.ts';
import { monoRunner } from '../support/runners.ts';

const DECLARED = [
  'digest-bare-query',
  'follow-odd',
  'follow-user',
  'follow-repeated-form',
  'follow-slash',
  'variable-empty-header',
  'digest-other-target',
  'follow-other-target',
];

await t.test('.NET', (t) => runLanguage(t, 'csharp', DECLARED));
await t.test('mono', (t) => runLanguage(t, 'csharp', DECLARED, [], monoRunner));
