import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { normalize } from '../../src/request/normalize.ts';
import { substituteVariables } from '../../src/request/variables.ts';
import { redact } from '../../src/secrets/redact.ts';
import { long } from '../support/full.ts';

const spansOf = (command: string) => {
  const points = Array.from(command);
  return redact(command).secrets.map(({ start, end }) => points.slice(start, end).join(''));
};

/** A command, what its credentials are, and what others see. */
const TABLE: readonly (readonly [command: string, secrets: readonly string[], redacted: string])[] = [
  [
    "curl h.com -H 'Authorization: Bearer abcdef123456'",
    ['abcdef123456'],
    "curl h.com -H 'Authorization: Bearer {{token}}'",
  ],
  ['curl h.com -H "authorization:token abcdef"', ['abcdef'], 'curl h.com -H "authorization:token {{token}}"'],
  ["curl h.com -H 'Authorization: abcdef'", ['abcdef'], "curl h.com -H 'Authorization: {{authorization}}'"],
  [
    "curl h.com -H 'Authorization: Basic YTpiYmJi'",
    ['YTpiYmJi'],
    "curl h.com -H 'Authorization: Basic {{credentials}}'",
  ],
  [
    `curl h.com -H 'Authorization: Digest username="x", response="ab"'`,
    ['username="x", response="ab"'],
    "curl h.com -H 'Authorization: Digest {{credentials}}'",
  ],
  ['curl h.com # as Bearer abcdef123456', ['abcdef123456'], 'curl h.com # as Bearer {{token}}'],
  ['curl h.com -A Bearer abcdef123456', ['abcdef123456'], 'curl h.com -A Bearer {{token}}'],
  ['curl -u alice:s3cret h.com', ['s3cret'], 'curl -u alice:{{password}} h.com'],
  ['curl -sSu alice:s3cret h.com', ['s3cret'], 'curl -sSu alice:{{password}} h.com'],
  ['curl -ualice:s3cret h.com', ['s3cret'], 'curl -ualice:{{password}} h.com'],
  ['curl --user=alice:s3cret h.com', ['s3cret'], 'curl --user=alice:{{password}} h.com'],
  ['curl --digest -u "alice:s3 cret" h.com', ['s3 cret'], 'curl --digest -u "alice:{{password}}" h.com'],
  ['curl -u key_5f3a9b1c77d2e4: h.com', ['key_5f3a9b1c77d2e4'], 'curl -u {{api_key}}: h.com'],
  ['curl h.com --oauth2-bearer abcdefghij', ['abcdefghij'], 'curl h.com --oauth2-bearer {{token}}'],
  ['curl -x http://u:pw12@proxy:80 h.com', ['pw12'], 'curl -x http://u:{{password}}@proxy:80 h.com'],
  ['curl h.com -k --cert c.pem:pw12', ['pw12'], 'curl h.com -k --cert c.pem:{{passphrase}}'],
  ['curl https://alice:p%40ss@h.com/x', ['p%40ss'], 'curl https://alice:{{password}}@h.com/x'],
  ["curl h.com -b 'sid=abc; theme=dark'", ['abc', 'dark'], "curl h.com -b 'sid={{sid}}; theme={{theme}}'"],
  ["curl h.com -H 'Cookie: sid=abc'", ['abc'], "curl h.com -H 'Cookie: sid={{sid}}'"],
  ["curl h.com -H 'X-Api-Key: abc'", ['abc'], "curl h.com -H 'X-Api-Key: {{x_api_key}}'"],
  [
    "curl h.com -H 'Referer: https://h.com/?token=abc&x=1'",
    ['abc'],
    "curl h.com -H 'Referer: https://h.com/?token={{token}}&x=1'",
  ],
  [
    `curl h.com -d '{"user":"a","password":"hunter2","max_tokens":5}'`,
    ['hunter2'],
    `curl h.com -d '{"user":"a","password":"{{password}}","max_tokens":5}'`,
  ],
  [
    `curl h.com -d "{\\"user\\":{\\"api_key\\":\\"abc\\"}}"`,
    ['abc'],
    `curl h.com -d "{\\"user\\":{\\"api_key\\":\\"{{api_key}}\\"}}"`,
  ],
  [
    `curl h.com -d '{"credentials":{"a":"xyz","b":["uvw"]}}'`,
    ['xyz', 'uvw'],
    `curl h.com -d '{"credentials":{"a":"{{credentials}}","b":["{{credentials_2}}"]}}'`,
  ],
  ['curl h.com -d user=a -d password=hunter2', ['hunter2'], 'curl h.com -d user=a -d password={{password}}'],
  ["curl h.com -d 'auth%5Btoken%5D=abc&b=1'", ['abc'], "curl h.com -d 'auth%5Btoken%5D={{auth_token}}&b=1'"],
  [
    "curl h.com -F 'pass=abc;type=text/plain' -F 'secret=@f'",
    ['abc'],
    "curl h.com -F 'pass={{pass}};type=text/plain' -F 'secret=@f'",
  ],
  [
    "curl h.com -d '<a><Password>abc</Password></a>'",
    ['abc'],
    "curl h.com -d '<a><Password>{{password}}</Password></a>'",
  ],
  // Shells
  [
    'TOKEN=abcdef1; curl h.com -H "Authorization: Bearer $TOKEN"',
    ['abcdef1'],
    'TOKEN={{token}}; curl h.com -H "Authorization: Bearer $TOKEN"',
  ],
  ['curl h.com -H \'X-Api-Key: ab\'"cd"ef', ['ab\'"cd"ef'], 'curl h.com -H \'X-Api-Key: {{x_api_key}}\'""'],
  ["curl h.com -H $'X-Api-Key: a\\x41bc'", ['a\\x41bc'], "curl h.com -H $'X-Api-Key: {{x_api_key}}'"],
  ["curl h.com -H '😀: 1' -H 'X-Token: 😀abc'", ['😀abc'], "curl h.com -H '😀: 1' -H 'X-Token: {{x_token}}'"],
  [
    'curl ^\r\n -H ^"X-Api-Key: abc^" h.com --data-raw ^"^{^\\^"token^\\^":^\\^"xyz^\\^"^}^"',
    ['abc', 'xyz'],
    'curl ^\r\n -H ^"X-Api-Key: {{x_api_key}}^" h.com --data-raw ^"^{^\\^"token^\\^":^\\^"{{token}}^\\^"^}^"',
  ],
  ['curl.exe h.com `\n -H "X-Api-Key: abc"', ['abc'], 'curl.exe h.com `\n -H "X-Api-Key: {{x_api_key}}"'],
  // The same value has the same name, another one another.
  [
    "curl h.com -H 'X-A-Token: abcdefgh' -H 'X-Id: abcdefgh'",
    ['abcdefgh', 'abcdefgh'],
    "curl h.com -H 'X-A-Token: {{x_a_token}}' -H 'X-Id: {{x_a_token}}'",
  ],
  [
    "curl h.com -d password=a1 -H 'Password: b2'",
    ['a1', 'b2'],
    "curl h.com -d password={{password}} -H 'Password: {{password_2}}'",
  ],
  [
    "curl h.com -d '{{password}}' -H 'Password: b2'",
    ['b2'],
    "curl h.com -d '{{password}}' -H 'Password: {{password_2}}'",
  ],
  // What the service does not send is hidden, too.
  ['curl h.com --next h.org -u a:pw12', ['pw12'], 'curl h.com --next h.org -u a:{{password}}'],
  ['curl h.com # Authorization: Bearer abcdef', ['abcdef'], 'curl h.com # Authorization: Bearer {{token}}'],
];

t.test('each credential is found, and replaced by a placeholder named after its place', async (t) => {
  for (const [command, secrets, redacted] of TABLE) {
    t.equal(redact(command).command, redacted);
    t.strictSame(spansOf(command), secrets, command);
  }
});

/** As a reader would do it who has the same values: the placeholders filled in. */
function filledIn(command: string, original: string) {
  const values = new Map<string, string>();
  const points = Array.from(original);
  for (const { placeholder, start, end } of redact(original).secrets)
    values.set(placeholder, points.slice(start, end).join(''));
  const request = parseCurl(command);
  const variables = request.variables?.map((variable) => ({
    ...variable,
    value: values.get(variable.text) ?? variable.text,
  }));
  return substituteVariables({ ...request, ...(variables === undefined ? {} : { variables }) });
}

t.test('with the values filled in again the command means what it meant', async (t) => {
  for (const [original] of TABLE) {
    const redacted = redact(original).command;
    const { method, url, headers, body, form } = parseCurl(original);
    const again = filledIn(redacted, original);
    // Escapes of the shell and of URLs are not what a reader would type.
    if (/\\x41|%40|'"cd"|[`^]/.test(original)) continue;
    t.match(
      again,
      { method, url: url.replace(/\/\/[^/@]*@/, '//'), ...(form === undefined ? {} : { form }) },
      original,
    );
    const plain = (name: string) => normalize(again).headers.find((header) => header.name === name)?.value;
    for (const [name, value] of Object.entries(headers))
      if (name !== 'Authorization') t.equal(plain(name), value, `${original}: ${name}`);
    if (body !== undefined) t.equal(again.body, body, original);
  }
});

/** Tokens in the forms of their providers, none of them real: put together here so that no scanner takes them for one. */
const TOKENS: Readonly<Record<string, string>> = {
  stripe: `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`,
  'stripe, restricted': `rk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`,
  github: `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'}`,
  'github, fine-grained': `github_pat_${'11AAAAAAA0'}${'a1B2c3D4e5F6g7H8i9J0'.repeat(3)}`,
  gitlab: `glpat-${'x1Y2z3A4b5C6d7E8f9G0'}`,
  slack: `xoxb-${'123456789012'}-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx`,
  google: `AIza${'SyD3b5F7h9J1l3N5p7R9t1V3x5Z7b9D1f3H'}`,
  'google, oauth': `ya29.${'a0AfH6SMBx1y2z3A4b5C6d7E8f9'}`,
  aws: `AKIA${'Z7YXWVUTSRQPONML'}`,
  telegram: `123456789:${'AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1'}`,
  openai: `sk-proj-${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'}`,
  anthropic: `sk-ant-api03-${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'}`,
  sendgrid: `SG.${'a1B2c3D4e5F6g7H8i9J0k1'}.${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V'}`,
  twilio: `SK${'0123456789abcdef'.repeat(2)}`,
  npm: `npm_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'}`,
  pypi: `pypi-${'AgEIcHlwaS5vcmcCJDYyNzQ0'}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
  'private key': `-----BEGIN ${'RSA'} PRIVATE KEY-----\nMIIEow1BAAKCAQEA\n-----END ${'RSA'} PRIVATE KEY-----`,
  ours: `pgk_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1'}`,
};

t.test('the forms of providers are known wherever they stand', async (t) => {
  for (const [provider, token] of Object.entries(TOKENS)) {
    const places = [
      `curl 'https://h.com/hooks/${encodeURI(token)}/x'`,
      `curl 'https://h.com/?x=${encodeURI(token)}'`,
      `curl h.com -H 'X-Thing: ${token}'`,
      `curl h.com -d 'note=${token}'`,
      `curl h.com -d '{"note":"see ${token}"}'`,
      `curl h.com -F 'note=${token}'`,
      `curl h.com # ${token}`,
    ];
    const whole = provider === 'private key' ? places.slice(3, 5) : places;
    for (const command of whole) {
      const { command: redacted, secrets } = redact(command);
      t.notOk(redacted.includes(token), `${provider}: ${command} => ${redacted}`);
      t.equal(secrets.length, 1, `${provider}: ${command}`);
    }
  }
});

t.test('variables, placeholders, examples, UUIDs and hashes are no secrets', async (t) => {
  const values = [
    ...['$TOKEN', '${TOKEN}', '$(cat token)', '{{token}}', '<token>', '<your-token>', '{token}', '%TOKEN%'],
    ...[
      'YOUR_API_KEY',
      'your-api-key',
      'YOUR TOKEN HERE',
      'API_KEY',
      'MY_SECRET_TOKEN',
      'my-token',
      'changeme',
    ],
    ...[
      'xxx',
      'xxxxxxxxxxxxxxxx',
      'XXXX-XXXX-XXXX',
      '***',
      '...',
      '…',
      'sk_live_xxxxxxxxxxxxxxxx',
      'DEMO_KEY',
    ],
    ...['AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'example-token'],
  ];
  for (const value of values)
    for (const command of [
      `curl h.com -H 'Authorization: Bearer ${value}'`,
      `curl h.com -H 'X-Api-Key: ${value}'`,
      `curl h.com -u 'alice:${value}'`,
      `curl h.com -d '{"password":"${value}"}'`,
    ]) {
      t.equal(redact(command).command, command);
      t.strictSame(redact(command).secrets, [], command);
    }
  const commands = [
    'curl https://h.com/users/550e8400-e29b-41d4-a716-446655440000',
    "curl h.com -H 'Idempotency-Key: 550e8400-e29b-41d4-a716-446655440000'",
    `curl h.com -H 'If-Match: "d41d8cd98f00b204e9800998ecf8427e"'`,
    `curl https://h.com/blobs/${'0123456789abcdef'.repeat(4)}?sort_key=a&page=2`,
    `curl h.com -d '{"max_tokens":5,"token_type":"bearer","sort_key":"name","country_code":"US"}'`,
    `curl h.com -H 'X-Request-Id: abc' -H 'Accept: */*' -A 'me/1.0' -e https://h.com/a`,
    "curl -X POST 'https://h.com/a?q=key&page=1' --data-urlencode 'q=a b'",
    'curl git@github.com/x -o token.txt',
  ];
  for (const command of commands) {
    t.equal(redact(command).command, command);
    t.strictSame(redact(command).secrets, [], command);
  }
});

t.test(
  'what the text does not tell is found in what it means, and the command is written anew',
  async (t) => {
    // The header is put together by the shell.
    const command = `H='X-Api-Key: '; curl h.com -H "\${H}abcdefgh1"`;
    const redacted = redact(command);
    t.notOk(redacted.command.includes('abcdefgh1'), redacted.command);
    t.match(parseCurl(redacted.command).headers, { 'X-Api-Key': '{{x_api_key}}' });
    t.not(redacted.secrets.length, 0);
  },
);

t.test('takes time in proportion to the command', { skip: long }, async (t) => {
  const pieces = [
    ...[
      'a ',
      "'",
      'TOKEN=abcdefgh1 ',
      'http://a@',
      '-H "X-Api-Key: abcdefgh" ',
      '{"token":"abcdefgh"},',
      '${TOKEN:-',
    ],
    ...[
      'eyJabcdef.',
      '-----BEGIN PRIVATE KEY-----',
      'a:b@',
      'sk-',
      '123456:',
      '"a":',
      '\\"',
      'name="token"\n\n',
    ],
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(60_000 / piece.length));
    const started = process.cpuUsage();
    redact(`curl h.com ${text}`);
    const { user } = process.cpuUsage(started);
    t.ok(user < 3_000_000, `${JSON.stringify(piece)}: ${Math.round(user / 1000)} ms`);
  }
});
