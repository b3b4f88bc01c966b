/** The round of strangers, with openapi-typescript and openapi-fetch. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { PLAYGROUNDS_BASE_URL: baseUrl = '', PLAYGROUNDS_API_KEY: key, TARGET_URL: target } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const parse = (curl: string) => client.POST('/api/parse-curl', { body: { curl } });

const { data: parsed } = await parse(`curl -m 3000000 -u ada:secret ${target} -d name=Ada`);
assert(parsed);
const { data: run } = await client.POST('/api/tests/execute', { body: parsed });
assert.equal(run?.response?.status, 200);
const { data: program } = await client.POST('/api/generate-code', {
  body: { parsed, language: 'javascript' },
});
assert.match(program?.code ?? '', /fetch/);
const { error } = await parse('curl --no-such-option x');
assert.equal(error?.error.details?.[0]?.offset, 5);
console.log('ok');
