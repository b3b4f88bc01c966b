/** The origins and hosts that a site lists. */
import t from 'tap';
import { coversHost, coversOrigin, isHostRule, isOriginRule } from '../../src/request/hosts.ts';

t.test('hosts, exact or with a wildcard', async (t) => {
  for (const host of [
    'api.example.com',
    'api.example.com:8443',
    '*.example.com',
    '*.eu.example.com:8080',
    'localhost:3000',
    '127.0.0.1:9',
    '[::1]:8080',
    'xn--bcher-kva.example',
  ])
    t.ok(isHostRule(host), host);
  for (const host of [
    '',
    '*',
    '*.com',
    '*.*.com',
    'a.*.com',
    'api*.example.com',
    'API.example.com',
    'https://api.example.com',
    'api.example.com/v1',
    'api.example.com?x',
    'user@api.example.com',
    'api.example.com:0',
    'api.example.com:65536',
    'api.example.com:',
    'bücher.example',
    '0x7f.1',
    '2130706433',
    'api.example.com\n',
    'api.example.com; script-src *',
  ])
    t.notOk(isHostRule(host), host);
});

t.test('origins, exact or with a wildcard where that is allowed', async (t) => {
  for (const origin of ['https://docs.example.com', 'http://localhost:8000', 'http://[::1]'])
    t.ok(isOriginRule(origin, false), origin);
  t.ok(isOriginRule('https://*.preview.example.com', true));
  t.notOk(isOriginRule('https://*.preview.example.com', false));
  for (const origin of [
    'docs.example.com',
    'https://docs.example.com/',
    'https://docs.example.com:443',
    'https://*.com',
    'https://*',
    'null',
    'ftp://docs.example.com',
    'https://docs.example.com https://evil.example',
  ])
    t.notOk(isOriginRule(origin, true), origin);
});

t.test('what a rule covers', async (t) => {
  const origins = ['https://docs.example.com', 'https://*.preview.example.com'];
  for (const origin of [
    'https://docs.example.com',
    'https://a.preview.example.com',
    'https://a.b.preview.example.com',
  ])
    t.ok(coversOrigin(origins, origin), origin);
  for (const origin of [
    'http://docs.example.com',
    'https://docs.example.com:8443',
    'https://preview.example.com',
    'https://evilpreview.example.com',
    'https://a.preview.example.com.evil.example',
    'https://evil.example/.preview.example.com',
    'null',
    '',
  ])
    t.notOk(coversOrigin(origins, origin), origin);

  const targets = ['api.example.com', '*.eu.example.com', 'local.example.com:8443'];
  for (const url of [
    'https://api.example.com/users',
    'http://api.example.com:80/',
    'https://API.example.com',
    'https://a.eu.example.com/x?y',
    'https://local.example.com:8443/',
  ])
    t.ok(coversHost(targets, url), url);
  for (const url of [
    'https://api.example.com:8443/',
    'https://eu.example.com/',
    'https://evil-eu.example.com/',
    'https://local.example.com/',
    'https://api.example.com@evil.example/',
    'https://evil.example/#api.example.com',
    'https://evil.example\\.eu.example.com/',
    'https://api.example.com.evil.example/',
    'not a url',
  ])
    t.notOk(coversHost(targets, url), url);
  t.ok(
    coversHost(['api.example.com:443'], 'https://api.example.com/'),
    'the port of the scheme may be written',
  );
});
