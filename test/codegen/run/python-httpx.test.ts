import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'python', {}, { library: 'httpx' });
