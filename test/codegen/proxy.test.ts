/** A proxy without a port: curl takes 1080, whatever the library would take. */
import t from 'tap';
import { generateCode, LANGUAGES } from '../../src/codegen/index.ts';

const url = 'http://example.com/';

for (const language of LANGUAGES)
  t.test(language, async (t) => {
    const code = (proxy: string, name?: string) =>
      generateCode(
        {
          url,
          options: { proxy },
          ...(name === undefined ? {} : { variables: [{ name, text: `$${name}` }] }),
        },
        language,
      );
    for (const proxy of ['proxy.test', 'http://proxy.test', 'http://ada:lovelace@proxy.test/'])
      t.match(code(proxy).code, /\b1080\b/, `${proxy} has the port`);
    t.notMatch(code('http://proxy.test:3128').code, '1080', 'a given port stays');
    const open = code('http://$PROXY', 'PROXY');
    t.ok(
      !open.code.includes('1080') || open.warnings.some((warning) => warning.code === 'proxy_unsupported'),
      'a variable at the end may hold the port, or the program warns',
    );
  });
