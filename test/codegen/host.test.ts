/** The Host that libraries make of an IPv6 address in a URL, where it is not the one that curl sends. */
import t from 'tap';
import { generateCode } from '../../src/codegen/index.ts';

t.test('net/http gets no URL with an IPv6 address, whose brackets it takes off', async (t) => {
  for (const url of ['http://[::1]:8080/x', 'http://u:p@[::1]/x?y=z', 'https://[2001:db8::1]/']) {
    const { code, warnings } = generateCode({ url }, 'ruby');
    t.notMatch(code, '::Get.new(uri)', url);
    t.match(code, '::Get.new("/', url);
    t.strictSame(warnings, [], url);
  }
  t.match(generateCode({ url: 'http://h.example.com/x' }, 'ruby').code, '::Get.new(uri)');
});

t.test('Node.js is told a Host whose dots it would not keep', async (t) => {
  const { code } = generateCode({ url: 'http://[::ffff:127.0.0.1]:8080/x' }, 'javascript');
  t.match(code, 'Host: "[::ffff:127.0.0.1]:8080"');
  t.notMatch(generateCode({ url: 'http://[::1]:8080/x' }, 'javascript').code, 'Host:');
});
