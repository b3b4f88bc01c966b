/** Short texts that would fill the memory if variables were filled in without a limit. */
import t from 'tap';
import { parseCurl } from '../../src/curl/index.ts';
import { InputError } from '../../src/errors.ts';
import { long } from '../support/full.ts';

const CURL = 'curl http://api.example.com/ ';
const value = 'x'.repeat(30_000);

/** Lines that each set a variable to twice the one before. */
const doubled = (count: number, line: (before: string, name: string) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(`V${at}`, `V${at + 1}`)}\n`).join('');

const TEXTS: Record<string, string> = {
  'a variable doubled': `A=x\n${'A=$A$A\n'.repeat(60)}${CURL}-d "$A"`,
  'open values doubled': `A=$X$Y\n${'A=$A$A\n'.repeat(17)}${CURL}-d "$A"`,
  'cmd: open values doubled': `set V0=%X%%Y%\n${doubled(17, (before, name) => `set ${name}=%${before}%%${before}%`)}${CURL}-d "%V17%"`,
  'appended to itself': `A=x\n${'A+=$A\n'.repeat(60)}${CURL}-d "$A"`,
  'an array appended to itself': `A=(x)\n${'A+=("${A[@]}")\n'.repeat(60)}${CURL}"${'${A[@]}'}"`,
  'in a here-document': `A=${value}\n${CURL}-d @- <<E\n${'$A'.repeat(2000)}\nE`,
  'a long value often': `A=${value}\n${CURL}-d "${'$A'.repeat(2000)}"`,
  'an array often': `A=(${'a '.repeat(5000)})\n${CURL}${'"${A[@]}" '.repeat(2000)}`,
  'cmd: a long value often': `set A=${value}\n${CURL}${'%A%'.repeat(2000)}`,
  'PowerShell: a variable doubled': `$V0 = "x"\n${doubled(60, (before, name) => `$${name} = "$${before}$${before}"`)}curl.exe http://x/ -d $V60`,
};

for (const [index, [title, text]] of Object.entries(TEXTS).entries())
  t.test(title, { skip: index > 2 && long }, (t) => {
    try {
      parseCurl(text);
      t.fail('it was parsed');
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      t.match(error.issues[0].code, /^argument_list_too_long$/);
      t.type(error.issues[0].offset, 'number');
    }
    t.end();
  });

t.test('what a shell would pass on is read', (t) => {
  t.equal(parseCurl(`A=${value}\n${CURL}-d "$A$A$A"`).body, value.repeat(3));
  t.end();
});

t.test('a value of very many pieces is read', (t) => {
  const many = 140_000;
  t.ok(
    parseCurl(`${CURL.trim()}x/../${'a/'.repeat(many)}`).url.endsWith(`.com/${'a/'.repeat(many)}`),
    'a path',
  );
  const quoted = parseCurl(`${CURL}-d “${'"'.repeat(many)}”`);
  t.ok(quoted.body === '"'.repeat(many), 'typographic quotes');
  t.end();
});
