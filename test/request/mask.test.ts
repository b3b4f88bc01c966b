import t from 'tap';
import { maskHeader, maskRequest, maskResponse, maskUrl } from '../../src/request/mask.ts';
import { isSecretHeader } from '../../src/request/secret-names.ts';
import { long } from '../support/full.ts';

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
    ['Referer', 'https://h/?token=a&b=1', 'https://h/?token=***&b=1'],
    ['Location', '/cb?code=a&state=b#access_token=c', '/cb?code=***&state=b#access_token=***'],
    ['Content-Type', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary=x'],
    ['Set-Cookie', 'sid=a; Path=/; HttpOnly\nb=c', 'sid=***; Path=/; HttpOnly\nb=***'],
    ['set-cookie', 'opaque; Secure', '***; Secure'],
    ['X-Session-Token', 'a', '***'],
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
    ['https://h/?key=a&token=b;sig=c', 'https://h/?key=a&token=***;sig=***'],
    ['https://h/?key=a1B2c3D4e5F6&token=b', 'https://h/?key=***&token=***'],
    ['https://h/?code=SAVE10&x=1', 'https://h/?code=SAVE10&x=1'],
    ['https://h/callback?code=SAVE10&x=1', 'https://h/callback?code=***&x=1'],
    ['https://h/?auth%5Btoken%5D=a&x=1', 'https://h/?auth%5Btoken%5D=***&x=1'],
    ['https://h/?token={{token}}&key=', 'https://h/?token=***&key='],
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

t.test('bodies: fields with secret names, all that is inside of them, and nothing else', async (t) => {
  const bodies = [
    [
      '{"a":1,"password":"x","n":{"token":5,"max_tokens":5}}',
      '{"a":1,"password":"***","n":{"token":"***","max_tokens":5}}',
    ],
    [
      '{"credentials":{"user":"x","l":["y",1]},"b":"z"}',
      '{"credentials":{"user":"***","l":["***",1]},"b":"z"}',
    ],
    ['{"pass\\u0077ord":"x"}', '{"pass\\u0077ord":"***"}'],
    ['{"body":"{\\"token\\":\\"x\\"}"}', '{"body":"{\\"token\\":\\"***\\"}"}'],
    ['a=1&client_secret=x y;z&b=2', 'a=1&client_secret=***&b=2'],
    ['<Login><wsse:Password>x</wsse:Password></Login>', '<Login><wsse:Password>***</wsse:Password></Login>'],
    [
      '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nx\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n***\r\n--b--',
    ],
    ['no fields: token', 'no fields: token'],
    [
      { password: 'x', n: [{ api_key: true }], t: 'token' },
      { password: '***', n: [{ api_key: '***' }], t: 'token' },
    ],
  ] as const;
  const request = { method: 'POST', url: 'https://h/', headers: {}, body_size: 0 };
  for (const [body, masked] of bodies) {
    t.strictSame(maskRequest({ ...request, body }).body, masked);
    t.strictSame(maskRequest({ ...request, body }, false).body, body, 'kept where the setting says so');
  }
  const binary = Buffer.from([...Buffer.from('token=x&b='), 0xff]);
  const base64 = maskRequest({ ...request, body_base64: binary.toString('base64') }).body_base64 ?? '';
  t.same(Buffer.from(base64, 'base64'), Buffer.from([...Buffer.from('token=***&b='), 0xff]));
  const form = [
    { name: 'password', value: 'x' },
    { name: 'pin', value_base64: 'AAAA' },
    { name: 'json', value: '{"token":"x"}', headers: ['X-Api-Key: x', 'X-A: y'] },
  ];
  t.strictSame(maskRequest({ ...request, form }).form, [
    { name: 'password', value: '***' },
    { name: 'pin', value_base64: btoa('***') },
    { name: 'json', value: '{"token":"***"}', headers: ['X-Api-Key: ***', 'X-A: y'] },
  ]);
});

t.test('an answer: cookies, keys and where it leads', async (t) => {
  const answer = {
    status: 200,
    status_text: 'OK',
    http_version: '1.1',
    headers: { 'set-cookie': 'sid=a; Path=/', 'x-api-key': 'k', location: '/?token=t', etag: '"e"' },
    body: 'token=kept',
    body_encoding: 'utf8' as const,
    body_size: 10,
    wire_size: 10,
    truncated: false,
    url: 'https://h/cb?code=c',
    redirects: [
      { status: 302, url: 'https://h/?sig=k', location: '/cb?code=c', set_cookies: ['a=b; Secure'] },
    ],
    remote_address: null,
    tls: null,
  };
  t.strictSame(maskResponse(answer), {
    ...answer,
    headers: { 'set-cookie': 'sid=***; Path=/', 'x-api-key': '***', location: '/?token=***', etag: '"e"' },
    url: 'https://h/cb?code=***',
    redirects: [
      { status: 302, url: 'https://h/?sig=***', location: '/cb?code=***', set_cookies: ['a=***; Secure'] },
    ],
  });
});

t.test('as many secrets as a body has room for', { skip: long }, async (t) => {
  const request = { method: 'POST', url: 'https://h/', headers: {}, body_size: 0 };
  for (const [secret, masked] of [
    ['token=a&', 'token=***&'],
    ['<pwd>a</pwd>', '<pwd>***</pwd>'],
    ['<a token="1"/>', '<a token="***"/>'],
  ] as const) {
    const { body } = maskRequest({ ...request, body: secret.repeat(140_000) });
    t.ok(body === masked.repeat(140_000), secret);
  }
});
