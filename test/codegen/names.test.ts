/** Texts that are ordinary in HTTP and special in JavaScript, where a generator keeps tables and argument lists. */
import t from 'tap';
import { generateCode, LANGUAGES } from '../../src/codegen/index.ts';
import { long } from '../support/full.ts';

/** What every object has without anybody putting it there. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

for (const language of LANGUAGES)
  t.test(`${language}: names that objects inherit are names like others`, async (t) => {
    for (const name of INHERITED) {
      const headers = JSON.parse(`{"${name}": "its-value"}`) as Record<string, string>;
      const json = `{"${name}": {"${name}": "its-value"}}`;
      const type = { 'Content-Type': 'application/json' };
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const url = 'http://example.com/';
      const requests = {
        header: { url, headers },
        query: { url: `${url}?${name}=its-value` },
        json: { url, headers: type, body: json },
        urlencoded: { url, headers: form, body: `${name}=its-value&a=b` },
        part: { url, form: [{ name, value: 'its-value' }] },
        variable: { url: `${url}$${name}?its-value`, variables: [{ name, text: `$${name}` }] },
      };
      for (const [field, request] of Object.entries(requests)) {
        const { code, warnings } = generateCode(request, language);
        // Node's fetch loses a header of this name (undici), which its warning says.
        if (warnings.some(({ message }) => message.includes(`header ${name} `))) continue;
        t.match(code, name, `${name} in ${field}`);
        t.match(code, 'its-value', `the value of ${name} in ${field}`);
      }
      const { code } = generateCode(
        { url: 'http://example.com/', options: { omit_headers: [name] } },
        language,
      );
      t.notMatch(code, 'native code', `${name}, a header that is left out`);
    }
  });

for (const language of LANGUAGES)
  t.test(`${language}: very many characters to escape overflow no stack`, { skip: long }, async (t) => {
    const body = '"#\'\n'.repeat(250_000);
    const { code } = generateCode(
      { url: 'http://example.com/', headers: { 'Content-Type': 'text/plain' }, body },
      language,
    );
    t.ok(code.length > body.length);
  });
