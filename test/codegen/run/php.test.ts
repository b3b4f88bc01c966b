import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'php', ['follow-upload-303', 'follow-multipart-headers', 'follow-multipart-own-type']);
