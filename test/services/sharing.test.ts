/** What a stranger sees of what is shared: never a credential. */
import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';
import { headerOf, startRecorder } from '../support/recorder.ts';

const KEY = `sk_${'live'}_4eC39HqLyjWDarjtT1zdp7dc`;

onEachDatabase(t, 'credentials of a public playground are shown to its owner only', async (t, driver) => {
  const target = await startRecorder();
  t.teardown(() => target.close());
  const { call, account } = await testApp(t, driver);
  const { key: stranger } = await account();
  const asStranger = { authorization: `Bearer ${stranger}` };
  const command = `curl ${target.origin}/a -A '😀' -H 'Authorization: Bearer ${KEY}'`;
  const name = `Try ${KEY}`;
  const created = (
    await call('POST', '/api/playgrounds', { name, curl_command: command, is_public: true })
  ).json();

  t.equal(created.curl_command, command, 'the owner keeps it as it is');
  t.equal(created.name, name);
  t.match(created.warnings, [{ code: 'public_secret', message: /\{\{token\}\}/ }]);
  const [{ start, end }] = created.warnings;
  t.equal(Array.from(command).slice(start, end).join(''), KEY, 'spans are code points');
  const path = `/api/playgrounds/${created.id}`;
  t.same((await call('GET', path)).json(), created);
  t.same((await call('GET', '/api/playgrounds')).json().data, [created]);

  const seen = await call('GET', path, undefined, asStranger);
  t.notOk(seen.body.includes(KEY));
  t.match(seen.json(), {
    name: 'Try {{token}}',
    curl_command: command.replace(KEY, '{{token}}'),
  });
  t.notOk('warnings' in seen.json());
  t.not(seen.headers.etag, (await call('GET', path)).headers.etag);

  const run = (variables?: object) =>
    call('POST', '/api/tests/execute', { playground_id: created.id, ...variables }, asStranger);
  t.equal((await run()).statusCode, 400, "a stranger cannot run it with the owner's credential");
  const text = '{{token}}';
  const ran = await run({ variables: [{ name: 'token', text, value: 'mine' }] });
  t.equal(ran.json().status, 'completed', ran.body);
  t.equal(headerOf(await target.next(), 'authorization'), 'Bearer mine');
  const own = await call('POST', '/api/tests/execute', { playground_id: created.id });
  t.equal(own.json().status, 'completed');
  t.equal(headerOf(await target.next(), 'authorization'), `Bearer ${KEY}`);

  // The owner's explicit way.
  const shared = (await call('PATCH', path, { share_secrets: true })).json();
  t.same(shared.warnings, []);
  t.match((await call('GET', path, undefined, asStranger)).json(), { name, curl_command: command });
  await call('PATCH', path, { share_secrets: false });
  t.notOk((await call('GET', path, undefined, asStranger)).body.includes(KEY));
  await call('PATCH', path, { is_public: false });
  t.same((await call('GET', path)).json().warnings, [], 'nobody else reads a private one');

  const events = (await call('GET', '/api/audit')).json().data;
  const actions = events.map(({ action }: { action: string }) => action);
  for (const action of ['published', 'secrets_shared', 'secrets_hidden', 'unpublished'])
    t.ok(actions.includes(`playground.${action}`), action);
  t.notOk(JSON.stringify(events).includes(KEY));
});

t.test('a default name has no credential in it, public or not', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const names = [
    [
      'curl https://api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/getMe',
      'GET api.telegram.org/…/getMe',
    ],
    [
      `curl https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/${'Xy12'.repeat(6)} -d x`,
      'POST hooks.slack.com/services/…',
    ],
    [
      `curl https://discord.com/api/webhooks/123456789012345678/${'aB3-'.repeat(17)}`,
      'GET discord.com/api/webhooks/…',
    ],
    ['curl https://h.com/a?key=abcdefgh', 'GET h.com/a'],
    ["curl https://h.com/v1/abcdefgh1/x -H 'X-Api-Key: abcdefgh1'", 'GET h.com/v1/…/x'],
    ['curl https://alice:s3cretpw@h.com/', 'GET h.com/'],
    [
      'curl https://h.com/users/550e8400-e29b-41d4-a716-446655440000',
      'GET h.com/users/550e8400-e29b-41d4-a716-446655440000',
    ],
  ];
  for (const [curl_command, name] of names)
    t.equal((await call('POST', '/api/playgrounds', { curl_command })).json().name, name);
});
