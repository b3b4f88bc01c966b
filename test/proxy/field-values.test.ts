/** Control characters and contradictions in every field that becomes a header line are refused by name, on both protocols. */
import t from 'tap';
import type { RequestShape } from '../../src/schemas/request-shape.ts';
import { startProxy } from '../support/proxy.ts';

const BAD = ['a\r\nX-Evil: 1', 'a\nb', 'a\0b', '\r', '\x7f', '\x01'];

t.test('every field', async (t) => {
  const proxy = startProxy();
  t.teardown(() => proxy.close());
  const url = 'http://127.0.0.1:9/';
  const fields: [field: string, request: (bad: string) => Partial<RequestShape>][] = [
    ...(['digest', 'any', 'aws-sigv4'] as const).flatMap((scheme) =>
      (['username', 'password'] as const).map((name): [string, (bad: string) => Partial<RequestShape>] => [
        `/auth/${name}`,
        (bad) => ({ auth: { scheme, username: 'u', password: 'p', [name]: bad } }),
      ]),
    ),
    ['/auth/provider', (provider) => ({ auth: { scheme: 'aws-sigv4', username: 'u', provider } })],
    [
      '/auth/signed_headers',
      (bad) => ({ auth: { scheme: 'aws-sigv4', username: 'u', signed_headers: ['a', bad] } }),
    ],
    ['/headers/X-A', (bad) => ({ headers: { 'X-A': bad } })],
    ['/options/request_target', (bad) => ({ options: { request_target: `/${bad}` } })],
    ['/method', (method) => ({ method })],
  ];
  for (const version of ['1.1', '2-prior-knowledge'] as const)
    for (const [field, request] of fields)
      for (const bad of BAD) {
        const given = request(bad);
        const issues = await proxy.refused({
          url,
          ...given,
          options: { ...given.options, http_version: version },
        });
        t.ok(
          issues.some((issue) => issue.field === field),
          `${field} ${JSON.stringify(bad)} over ${version}: ${JSON.stringify(issues)}`,
        );
      }
});

t.test('what only the final lines show', async (t) => {
  const proxy = startProxy();
  t.teardown(() => proxy.close());
  for (const provider of ['aws:a b', 'aws:ä', 'aws:a(b'])
    t.match(
      await proxy.refused({
        url: 'http://127.0.0.1:9/',
        auth: { scheme: 'aws-sigv4', username: 'u', password: 'p', provider },
      }),
      [{ code: 'invalid_header_value', field: /^\/headers\/X-/ }],
      provider,
    );
});

t.test('contradicting fields are named', async (t) => {
  const proxy = startProxy();
  t.teardown(() => proxy.close());
  const url = 'http://127.0.0.1:9/';
  for (const scheme of ['basic', 'digest', 'any', 'aws-sigv4'] as const)
    t.match(
      await proxy.refused({
        url,
        headers: { authorization: 'x' },
        auth: { scheme, username: 'u', password: 'p' },
      }),
      [{ field: '/auth', code: 'conflicting_auth', message: /auth.*\/headers\/Authorization/ }],
    );
  t.match(await proxy.refused({ url, auth: { scheme: 'digest', username: 'u', provider: 'aws' } }), [
    { field: '/auth/provider', code: 'conflicting_auth', message: /\/auth\/scheme is digest/ },
  ]);
});
