import t from 'tap';
import { hasCommonHeaders, matchesSchema, onEachDatabase, testApp } from '../helper.ts';

onEachDatabase(t, 'a playground is created, read, changed and deleted', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const created = await call('POST', '/api/playgrounds', {
    curl_command: 'curl https://api.example.com/users',
  });
  t.equal(created.statusCode, 201);
  hasCommonHeaders(t, created);
  const playground = created.json();
  matchesSchema(t, 'Playground', playground);
  t.equal(created.headers.location, `/api/playgrounds/${playground.id}`);
  const read = await call('GET', `/api/playgrounds/${playground.id}`);
  t.same(read.json(), playground);
  const changed = await call('PATCH', `/api/playgrounds/${playground.id}`, { name: 'x' });
  t.equal(changed.json().name, 'x');
  t.equal((await call('DELETE', `/api/playgrounds/${playground.id}`)).statusCode, 204);
  t.equal((await call('DELETE', `/api/playgrounds/${playground.id}`)).statusCode, 404);
});

onEachDatabase(t, 'how pages ask for variables', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const command = `curl 'https://api.example.com/{{lang}}' -H "Authorization: Bearer $TOKEN"`;
  const variables = [
    { name: 'TOKEN', description: 'With the scope `users:read`.', secret: true },
    { name: 'lang', default: 'en', choices: ['en', 'de'] },
  ];
  const created = await call('POST', '/api/playgrounds', { curl_command: command, variables });
  t.equal(created.statusCode, 201);
  t.strictSame(created.json().variables, variables);
  const { id } = created.json<{ id: string }>();
  t.strictSame((await call('GET', `/api/playgrounds/${id}`)).json().variables, variables);
  t.strictSame((await call('GET', '/api/playgrounds')).json().data[0].variables, variables);
  const renamed = await call('PATCH', `/api/playgrounds/${id}`, { name: 'Other' });
  t.strictSame(renamed.json().variables, variables, 'another change leaves them alone');
  const refused = async (wrong: object[], code: string, field: string) => {
    const response = await call('PATCH', `/api/playgrounds/${id}`, { variables: wrong });
    t.equal(response.statusCode, 400, code);
    t.match(response.json(), { error: { details: [{ code, field }] } });
  };
  await refused([{ name: 'OTHER' }], 'unknown_variable', '/variables/0/name');
  await refused([{ name: 'lang' }, { name: 'lang' }], 'duplicate', '/variables/1/name');
  await refused([{ name: 'TOKEN', secret: true, default: 'x' }], 'secret_default', '/variables/0/default');
  await refused([{ name: 'TOKEN', secret: true, choices: ['x'] }], 'secret_choices', '/variables/0/choices');
  await refused([{ name: 'lang', default: 'fr', choices: ['en'] }], 'not_a_choice', '/variables/0/default');
  await refused([{ name: 'lang', choices: ['en', 'en'] }], 'unique_items', '/variables/0/choices');
  await refused([{ name: 'lang', choices: ['e\nn'] }], 'pattern', '/variables/0/choices/0');
  const patched = await call('PATCH', `/api/playgrounds/${id}`, {
    curl_command: command.replace('$TOKEN', 'x'),
  });
  t.strictSame(patched.json().variables, [variables[1]], 'what the command no longer has is removed');
  t.strictSame((await call('PATCH', `/api/playgrounds/${id}`, { variables: [] })).json().variables, []);
});
