import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'php', {
  header_changed: ['host-empty', 'multipart-empty-type'],
  redirect_differs: ['follow-each-upload-redirect-303'],
});
