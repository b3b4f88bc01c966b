/** The round of strangers, with openapi-generator's typescript-fetch. */
import assert from 'node:assert/strict';
import {
  CodeApi,
  Configuration,
  ErrorResponseFromJSON,
  Language,
  ResponseError,
  TestsApi,
} from './src/index.js';

const {
  PLAYGROUNDS_BASE_URL: basePath = '',
  PLAYGROUNDS_API_KEY: accessToken = '',
  TARGET_URL: target,
} = process.env;
const configuration = new Configuration({ basePath, accessToken });
const code = new CodeApi(configuration);
const parse = (curl: string) => code.parseCurl({ parseCurlRequest: { curl } });

const parsed = await parse(`curl -m 3000000 -u ada:secret ${target} -d name=Ada`);
assert.equal(parsed.options?.timeoutMs, 3_000_000_000);
const run = await new TestsApi(configuration).executeTest({ requestShape: parsed });
assert.equal(run.response?.status, 200);
const program = await code.generateCode({ generateCodeRequest: { parsed, language: Language.Javascript } });
assert.match(program.code ?? '', /fetch/);
const refused = await parse('curl --no-such-option x').catch((error: unknown) => error);
assert(refused instanceof ResponseError);
assert.equal(ErrorResponseFromJSON(await refused.response.json()).error.details?.[0]?.offset, 5);
console.log('ok');
