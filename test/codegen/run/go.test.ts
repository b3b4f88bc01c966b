import t from 'tap';
import { runLanguage } from '../support/run-language.ts';

await runLanguage(t, 'go', {
  auth_unsupported: [
    'digest-other-target',
    'any-basic',
    'any-upload',
  ],
  default_header_kept: [
    'omit-Host',
    'proxy-omit-host',
  ],
  header_changed: [
    'user-agent-empty',
    'host-empty',
    'accept-encoding-empty',
    'multipart-empty-type',
    'variable-empty-header',
  ],
  http_version_unsupported: [
    'http-1.0',
    'http-1.0-post',
  ],
  option_unsupported: [
    'chunked-nothing',
  ],
  redirect_differs: [
    'follow-each-form-forced-redirect-301',
    'follow-each-form-forced-redirect-302',
    'follow-each-form-forced-redirect-303',
    'follow-each-form-kept-redirect-301',
    'follow-each-form-kept-redirect-302',
    'follow-each-form-kept-redirect-303',
    'follow-each-json-put-redirect-301',
    'follow-each-json-put-redirect-302',
    'follow-each-json-put-redirect-303',
    'follow-each-delete-redirect-301',
    'follow-each-delete-redirect-302',
    'follow-each-delete-redirect-303',
    'follow-each-upload-redirect-301',
    'follow-each-upload-redirect-302',
    'follow-each-upload-forced-redirect-301',
    'follow-each-upload-forced-redirect-302',
    'follow-each-upload-forced-redirect-303',
    'follow-each-trusted-redirect-away',
    'follow-delete',
    'follow-patch',
    'follow-put-json-secret',
    'variables-alike-follow',
    'follow-empty-body',
    'follow-other-target',
    'names-odd-follow-put',
    'follow-json-patch',
  ],
  target_changed: [
    'proxy-own-host',
    'proxy-host-capitals-own',
  ],
});
