import t from 'tap';
import { maskHeader, maskRequest, maskUrl } from '../../src/request/mask.ts';
import { isSecretHeader } from '../../src/request/secret-names.ts';

t.test('headers that carry secrets are told from those that do not', async (t) => {
  const secret = [
    ...[
      'Authorization',
      'PROXY-AUTHORIZATION',
      'Cookie',
      'X-Api-Key',
      'x-api-key',
      'Api-Key',
      'apikey',
      'X-ApiKey',
    ],
    ...[
      'X-Auth-Token',
      'X-Access-Token',
      'PRIVATE-TOKEN',
      'X-CSRF-Token',
      'X-Amz-Security-Token',
      'X-Vault-Token',
    ],
    ...[
      'X-Secret',
      'X-Client-Secret',
      'Ocp-Apim-Subscription-Key',
      'DD-API-KEY',
      'DD-APPLICATION-KEY',
      'X-Goog-Api-Key',
    ],
    ...[
      'X-Shopify-Access-Token',
      'X-Figma-Token',
      'X-Password',
      'X-Auth-Key',
      'X-Auth',
      'X-Hub-Signature',
      'X_API_KEY',
    ],
    ...[
      'X-RapidAPI-Key',
      'X-Session-Id',
      'X-Functions-Key',
      'X-Auth-Email-Token',
      'xi-api-key',
      'X-Authorization',
    ],
  ];
  const open = [
    ...[
      'Accept',
      'Content-Type',
      'Host',
      'User-Agent',
      'X-Request-Id',
      'Idempotency-Key',
      'Sec-WebSocket-Key',
    ],
    ...[
      'If-Match',
      'Range',
      'Origin',
      'Referer',
      'X-Forwarded-For',
      'Content-Length',
      'Keyboard',
      'X-Monkey',
      'Author',
    ],
  ];
  for (const name of secret) t.equal(isSecretHeader(name), true, name);
  for (const name of open) t.equal(isSecretHeader(name), false, name);
});

t.test('the kind of credentials stays readable, the credentials do not', async (t) => {
  const table = [
    ['Authorization', 'Bearer abc.def', 'Bearer ***'],
    ['authorization', 'Basic dTpw', 'Basic ***'],
    ['Authorization', 'dTpw', '***'],
    ['Authorization', 'Digest username="u", response="x"', 'Digest ***'],
    ['Authorization', 'secret words here', '***'],
    ['Cookie', 'session=abc; theme=dark', 'session=***; theme=***'],
    ['Cookie', 'opaque', '***'],
    ['Cookie', 'a=b=c;x', 'a=***;***'],
    ['X-Api-Key', 'k', '***'],
    ['X-Api-Key', '', ''],
    ['Accept', 'text/html', 'text/html'],
  ] as const;
  for (const [name, value, masked] of table) t.equal(maskHeader(name, value), masked, `${name}: ${value}`);
});

t.test('passwords in URLs', async (t) => {
  const table = [
    ['https://u:p@h/x', 'https://u:***@h/x'],
    ['https://u:p:q@r@h/x', 'https://u:***@h/x'],
    ['https://u@h/', 'https://u@h/'],
    ['//u:p@h/', '//u:***@h/'],
    ['https://h/a@b:c@d', 'https://h/a@b:c@d'],
    ['https://h/?user=a&password=b&x=1', 'https://h/?user=a&password=***&x=1'],
    ['https://h/?Passwd=b', 'https://h/?Passwd=***'],
    ['https://h/?compass=b', 'https://h/?compass=b'],
  ] as const;
  for (const [url, masked] of table) t.equal(maskUrl(url), masked, url);
});

t.test('a whole request: everything else stays', async (t) => {
  const request = {
    method: 'POST',
    url: 'https://u:p@h/',
    headers: { Host: 'h', 'X-Token': 't' },
    body: 'password=x',
    body_size: 10,
  };
  t.strictSame(maskRequest(request), {
    ...request,
    url: 'https://u:***@h/',
    headers: { Host: 'h', 'X-Token': '***' },
    body: 'password=***',
  });
  t.equal(request.headers['X-Token'], 't', 'the input is not touched');
});
