import t from 'tap';
import { isSecretHeader, isSecretName, placeholderName } from '../../src/request/secret-names.ts';

/** What Sentry's JavaScript SDK looks for in names (`SENSITIVE_KEY_SNIPPETS` of @sentry/core 11.12). */
const SENTRY =
  'auth token secret session password passwd pwd key jwt bearer sso saml csrf xsrf credentials sid identity set-cookie cookie';
/** What Zapier's scrubber looks for (`SENSITIVE_SUBSTRINGS` of @zapier/secret-scrubber 1.1). */
const ZAPIER = 'api_key apikey api-key auth jwt passwd password pswd secret set-cookie signature token';
/** What OpenTelemetry's semantic conventions take out of `url.full`. */
const OPENTELEMETRY = 'AWSAccessKeyId Signature sig X-Goog-Signature';

t.test('the names that well-kept scrubbers look for', async (t) => {
  for (const name of [SENTRY, ZAPIER, OPENTELEMETRY].join(' ').split(' ')) {
    t.equal(isSecretName(name), true, name);
    t.equal(isSecretName(`my_${name}`), true, `my_${name}`);
    t.equal(isSecretName(name.toUpperCase()), true, name.toUpperCase());
  }
});

t.test('names in queries, cookies and bodies, however they are spelled', async (t) => {
  const secret = [
    ...[
      'key',
      'token',
      'sig',
      'code',
      'auth',
      'jwt',
      'session',
      'appid',
      'apiKey',
      'accessToken',
      'userToken',
    ],
    ...['api_key_id', 'X-Amz-Credential', 'X-Amz-Security-Token', 'auth%5Btoken%5D', 'auth[token]', 'k%65y'],
    ...[
      'user[password]',
      'user.password',
      'PHPSESSID',
      'JSESSIONID',
      'connect.sid',
      '_csrf',
      'hapikey',
      'pin',
    ],
    ...[
      'STRIPE_SECRET_KEY',
      'passwordConfirmation',
      'verification_code',
      'client_assertion',
      'code_verifier',
    ],
  ];
  const open = [
    ...['max_tokens', 'total_tokens', 'token_type', 'tokenizer', 'sort_key', 'public_key', 'keyword', 'keys'],
    ...[
      'country_code',
      'zip_code',
      'status_code',
      'code_challenge',
      'grant_type',
      'client_id',
      'redirect_uri',
    ],
    ...[
      'access_token_expires_in',
      'session_duration',
      'page',
      'q',
      'hash',
      'id',
      'username',
      'compass',
      'monkey',
    ],
    ...['author', '%zz', '', '🔑'],
  ];
  for (const name of secret) t.equal(isSecretName(name), true, name);
  for (const name of open) t.equal(isSecretName(name), false, name);
  t.equal(isSecretHeader('Sec-WebSocket-Key'), false);
});

t.test('placeholders have valid names', async (t) => {
  const names = [
    ['X-Api-Key', 'x_api_key'],
    ['auth%5Btoken%5D', 'auth_token'],
    ['2fa-code', 'secret_2fa_code'],
    ['🔑', 'secret'],
    ['a'.repeat(100), 'a'.repeat(40)],
  ] as const;
  for (const [name, placeholder] of names) t.equal(placeholderName(name), placeholder);
});
