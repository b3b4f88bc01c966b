import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'go', ['http-1.0', 'omit-Host']);
