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
