/** What is wrong with an input is told whole, in sentences that say what to do. */
import t from 'tap';
import { testApp } from '../helper.ts';

t.test('every wrong field is named, each with a sentence', async (t) => {
  const { call } = await testApp(t, 'pglite');
  const detailsOf = async (method: string, path: string, body?: unknown) => {
    const refused = await call(method, path, body);
    t.equal(refused.statusCode, 400, `${method} ${path}`);
    const { message, details } = refused.json().error;
    t.equal(message, details[0].message);
    return new Map(details.map(({ field, message }: { field: string; message: string }) => [field, message]));
  };
  const playground = await detailsOf('POST', '/api/playgrounds', {
    name: '',
    is_public: 'yes',
    theme: 'blue',
    languages: ['go', 'go', 'cobol'],
    colour: 1,
  });
  t.same([...playground.keys()].sort(), [
    ...['/colour', '/curl_command', '/is_public', '/languages', '/languages/2', '/name', '/theme'],
  ]);
  t.match(playground.get('/curl_command'), /^curl_command is missing: a cURL command that parses/);
  t.equal(playground.get('/theme'), 'theme must be one of auto, dark, light.');
  t.equal(playground.get('/is_public'), 'is_public must be true or false, such as false.');
  t.match(playground.get('/name'), /^name must not be empty/);
  t.match(playground.get('/colour'), /^colour is not a known field\. Known ones are name, curl_command/);
  t.match(playground.get('/languages'), /^languages must not have the same item twice/);

  const query = await detailsOf('GET', '/api/playgrounds?page=0&limit=101&sorted=1');
  t.equal(query.get('page'), 'page must be at least 1.');
  t.equal(query.get('limit'), 'limit must be at most 100.');
  t.match(query.get('sorted'), /^sorted is not a known parameter/);

  const key = await detailsOf('POST', '/api/keys', { name: 5, expires_at: 'tomorrow', scopes: ['all'] });
  t.equal(key.get('/expires_at'), 'expires_at must be a time such as 2026-11-20T09:30:00.000Z.');
  t.match(key.get('/name'), /^name must be a text/);
  t.match(key.get('/scopes/0'), /^scopes\/0 must be one of playgrounds:read/);
  t.match(
    (await detailsOf('PATCH', '/api/playgrounds/x', {})).get(''),
    /^The body must have at least one of name/,
  );
  t.match((await detailsOf('POST', '/api/parse-curl', [])).get(''), 'The body must be an object.');

  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, index]));
  t.equal((await detailsOf('POST', '/api/playgrounds', many)).size, 20, 'at most twenty');
  const flood = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, index]));
  t.equal((await detailsOf('POST', '/api/playgrounds', flood)).size, 1, 'of thousands the first');
});

t.test('a slash too many says so', async (t) => {
  const { call } = await testApp(t, 'pglite');
  for (const path of ['/api/playgrounds/', '/api/tests/execute/', '/openapi.json/']) {
    const refused = await call('GET', path);
    t.equal(refused.statusCode, 404);
    t.match(refused.json().error.message, new RegExp(`: ${path.slice(0, -1)}$`));
  }
  t.notMatch((await call('GET', '/api/unknown/')).json().error.message, /slash/);
});
