import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'javascript', ['http-1.0', 'http-1.0-post']);
