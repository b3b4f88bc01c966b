/** POST /api/import and GET /api/collections/{id}/export: what is stored, and what is refused. */
import t from 'tap';
import { onEachDatabase, testApp } from '../helper.ts';

const MARKDOWN = `# Users

All about *users*.

## List users

Newest first.

\`\`\`bash
curl "https://api.example.com/users?page={{page}}" -H 'Authorization: Bearer abcDEF123ghi456JKL789'
\`\`\`

## Delete

\`\`\`sh
curl -X DELETE https://api.example.com/users/1
\`\`\`

## Broken

\`\`\`sh
curl --no-such-option https://api.example.com/
\`\`\`
`;

onEachDatabase(t, 'an import makes playgrounds and a collection, a dry run nothing', async (t, driver) => {
  const { call } = await testApp(t, driver);
  const total = async () => (await call('GET', '/api/playgrounds')).json().pagination.total;
  const dry = await call('POST', '/api/import', { document: MARKDOWN, dry_run: true });
  t.equal(dry.statusCode, 200);
  t.equal(await total(), 0);
  t.strictSame(dry.json().collection, { id: null, name: 'Users' });
  const done = await call('POST', '/api/import', { document: MARKDOWN });
  t.equal(done.statusCode, 201);
  const { format, collection, playgrounds, skipped } = done.json();
  t.equal(done.headers.location, `/api/collections/${collection.id}`);
  t.equal(format, 'markdown');
  t.strictSame(
    playgrounds.map(({ id: _, ...rest }: { id: string }) => rest),
    dry.json().playgrounds.map(({ id: _, ...rest }: { id: string }) => rest),
    'a dry run says what an import does',
  );
  t.match(skipped, [{ name: 'Broken', reason: /no-such-option/ }]);
  t.equal(await total(), 2);
  const stored = (await call('GET', `/api/playgrounds/${playgrounds[0].id}`)).json();
  t.match(stored, {
    name: 'List users',
    description: 'Newest first.',
    is_public: false,
    theme: 'auto',
    collection_id: collection.id,
    curl_command: /Bearer \{\{token\}\}/,
    variables: [{ name: 'token', secret: true }],
  });
  const kept = (await call('GET', `/api/collections/${collection.id}`)).json();
  t.equal(kept.description, 'All about *users*.');
  t.strictSame(
    kept.playground_ids,
    playgrounds.map(({ id }: { id: string }) => id),
    'in the order of the document',
  );
  const more = await call('POST', '/api/import', { document: MARKDOWN, collection_id: collection.id });
  t.equal(more.json().collection.name, 'Users');
  t.equal((await call('GET', `/api/collections/${collection.id}`)).json().playground_ids.length, 4);
  const named = await call('POST', '/api/import', { document: MARKDOWN, collection_name: 'Mine' });
  t.equal(named.json().collection.name, 'Mine');
  const headers = { 'idempotency-key': 'once' };
  const first = await call('POST', '/api/import', { document: MARKDOWN }, headers);
  const second = await call('POST', '/api/import', { document: MARKDOWN }, headers);
  t.equal(second.body, first.body, 'a repeated Idempotency-Key imports once');
  t.equal(second.headers['idempotent-replayed'], 'true');
});

/** The others share an app: each starts workers. */
const { call } = await testApp(t, 'pglite');

t.test('what cannot be imported is refused, and nothing is stored', async (t) => {
  const refused = async (body: object, field: string, code: string) => {
    const response = await call('POST', '/api/import', body);
    t.equal(response.statusCode, 400, `${code}: ${response.body.slice(0, 200)}`);
    t.match(response.json(), { error: { code: 'invalid_request', details: [{ in: 'body', field, code }] } });
  };
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ request: `https://a.example/${index}` }));
  const postman = (count: number) => ({ info: { name: 'Many' }, item: items(count) });
  await refused({ document: postman(501) }, '/document/item/500', 'too_many_items');
  await refused({ document: postman(201), collection_name: 'Many' }, '/collection_name', 'full_collection');
  await refused(
    { document: MARKDOWN, collection_id: 'x', collection_name: 'y' },
    '/collection_name',
    'conflicting_fields',
  );
  await refused({ document: MARKDOWN, collection_id: 'x' }, '/collection_id', 'unknown_collection');
  await refused(
    { document: MARKDOWN, collection_id: 'x', dry_run: true },
    '/collection_id',
    'unknown_collection',
  );
  await refused({ document: 7 }, '/document', 'type');
  await refused({}, '/document', 'required');
  await refused({ document: MARKDOWN, format: 'har' }, '/document', 'unknown_format');
  await refused({ document: MARKDOWN, format: 'raml' }, '/format', 'enum');
  await refused(
    { document: 'openapi: 3.0.0\npaths: {/a: {$ref: "#/x"}}\nx: {$ref: "#/y"}\ny: {$ref: "#/x"}' },
    '/document/y/$ref',
    'ref_cycle',
  );
  t.equal((await call('GET', '/api/playgrounds')).json().pagination.total, 0);
  const many = await call('POST', '/api/import', { document: postman(201) });
  t.equal(many.json().collection, null, 'more than a collection can hold are in none');
  t.equal(many.json().playgrounds.length, 201);
});

t.test('a document of up to 5 MiB, as a text or an object', async (t) => {
  const document = {
    info: { name: 'Large' },
    item: Array.from({ length: 3 }, (_, index) => ({
      name: `${index}`,
      request: { url: 'https://a.example/', description: 'x'.repeat(1_700_000) },
    })),
  };
  for (const given of [document, JSON.stringify(document)]) {
    const response = await call('POST', '/api/import', { document: given, dry_run: true });
    t.equal(response.statusCode, 200, response.body.slice(0, 300));
    t.match(response.json().playgrounds[0].warnings, [{ code: 'import', message: /cut to 10000/ }]);
  }
  const larger = await call('POST', '/api/import', { document: 'x'.repeat(5 * 1024 * 1024) });
  t.equal(larger.statusCode, 413);
  const other = await call('POST', '/api/import', { document: 'x', format: 'x'.repeat(100_000) });
  t.match(other.json(), { error: { details: [{ code: 'too_large' }] } });
  const blank = await call('POST', '/api/import', ' '.repeat(4 * 1024 * 1024));
  t.match(blank.json(), { error: { details: [{ code: 'json_syntax' }] } }, 'blanks do not fill the memory');
});

t.test('a document whose values would fill the memory of a worker is a 400', async (t) => {
  const lists = `{"a": [${'[],'.repeat(1_600_000)}1]}`;
  const names = Array.from({ length: 400_000 }, (_, index) => `k${index}`);
  const documents = {
    'JSON as a text': JSON.stringify(lists),
    'JSON as an object': lists,
    'an object of many names': `{${names.map((name) => `"${name}":1`).join()}}`,
    'YAML of many lines': JSON.stringify(`a:\n${names.map((name) => ` ${name}: 1`).join('\n')}`),
    'YAML on one line': JSON.stringify(`a: {${names.map((name) => `${name}: 1`).join()}}`),
  };
  for (const [name, document] of Object.entries(documents)) {
    const response = await call('POST', '/api/import', `{"document": ${document}, "dry_run": true}`);
    t.equal(response.statusCode, 400, `${name}: ${response.body.slice(0, 300)}`);
    t.match(
      response.json().error.details,
      [{ field: /^(?:$|\/document)/, code: /^too_(?:large|many_values)$/ }],
      name,
    );
  }
});

t.test('Markdown and back is the same collection', async (t) => {
  const texts = [
    {
      name: 'Plain',
      description: 'One.\n\nTwo.',
      curl_command: 'curl https://a.example/{{id}}',
      variables: [{ name: 'id', default: '7', description: 'An id.' }],
    },
    {
      name: ' *Odd* <b>\n',
      description: '# Heading\n\n```bash\ncurl https://other.example\n```\n<!-- playground -->\n',
      curl_command: "curl https://a.example -d '```\n--> <!-- collection -->'\n",
    },
    {
      name: 'Shell',
      description: '',
      curl_command: 'curl "https://a.example/$ID" -m 3 --http1.0 -u "$USER:$PASS"',
      variables: [{ name: 'PASS', secret: true }],
    },
  ];
  const ids = [];
  for (const text of texts) ids.push((await call('POST', '/api/playgrounds', text)).json().id);
  const about = { name: 'Guide -->', description: '## Not a playground\n\nText' };
  const { id } = (await call('POST', '/api/collections', { ...about, playground_ids: ids })).json();
  for (const format of ['markdown', 'postman']) {
    const file = await call('GET', `/api/collections/${id}/export?format=${format}`);
    t.match(file.headers['content-disposition'], /^attachment; filename="guide\./);
    const back = (await call('POST', '/api/import', { document: file.body })).json();
    t.strictSame([back.format, back.skipped], [format, []]);
    const collection = (await call('GET', `/api/collections/${back.collection.id}`)).json();
    t.match(collection, about);
    for (const [index, member] of collection.playground_ids.entries()) {
      const { name, description, curl_command, variables } = (
        await call('GET', `/api/playgrounds/${member}`)
      ).json();
      const wanted = texts[index];
      t.strictSame({ name, description }, { name: wanted?.name, description: wanted?.description });
      t.strictSame(variables, wanted?.variables ?? []);
      if (format === 'markdown') t.equal(curl_command, wanted?.curl_command);
    }
  }
});
