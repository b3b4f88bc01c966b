import t from 'tap';
import { HTTPX } from '../support/declared-httpx.ts';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'python', HTTPX, { library: 'httpx-async' });
