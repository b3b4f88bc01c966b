/** The round of strangers, with hey-api. */
import assert from 'node:assert/strict';
import { executeTest, generateCode, parseCurl } from './src';
import { client } from './src/client.gen';

const {
  PLAYGROUNDS_BASE_URL: baseUrl = '',
  PLAYGROUNDS_API_KEY: auth = '',
  TARGET_URL: target,
} = process.env;
client.setConfig({ baseUrl, auth });

const { data: parsed } = await parseCurl({
  body: { curl: `curl -m 3000000 -u ada:secret ${target} -d name=Ada` },
});
assert(parsed);
const { data: run } = await executeTest({ body: parsed });
assert.equal(run?.response?.status, 200);
const { data: program } = await generateCode({ body: { parsed, language: 'javascript' } });
assert.match(program?.code ?? '', /fetch/);
const { error } = await parseCurl({ body: { curl: 'curl --no-such-option x' } });
assert.equal(error?.error.details?.[0]?.offset, 5);
console.log('ok');
