/** Commands are coloured by the lexer that the parser uses: runs join to the text, quotes and variables are found. */
import t from 'tap';
import { highlightCode as highlight } from '../../src/pages/views/highlight-code.ts';
import { corpusThemes, readCases } from '../curl/support/corpus.ts';

t.test('the runs of every command of the corpus are the command', async (t) => {
  let count = 0;
  for (const theme of corpusThemes())
    for (const { command } of readCases(theme)) {
      const joined = highlight(command, 'bash')
        .map(({ text }) => text)
        .join('');
      if (joined !== command) t.equal(joined, command);
      count += 1;
    }
  t.ok(count > 5_000, `${count} commands`);
});

t.test('what a shell takes for quotes, variables and comments', async (t) => {
  const kinds = (text: string) =>
    highlight(text, 'bash').filter(({ kind }) => kind !== '' && kind !== 'keyword');
  t.same(kinds(`curl -H 'A: b' "x $T y" # it's`), [
    { text: `'A: b'`, kind: 'string' },
    { text: '"x ', kind: 'string' },
    { text: '$T', kind: 'variable' },
    { text: ' y"', kind: 'string' },
    { text: `# it's`, kind: 'comment' },
  ]);
  t.same(
    highlight('curl -X GET h', 'bash').filter(({ kind }) => kind === 'keyword'),
    [
      { text: 'curl', kind: 'keyword' },
      { text: '-X', kind: 'keyword' },
    ],
  );
  t.same(kinds('curl "$T"'), [
    { text: '"', kind: 'string' },
    { text: '$T', kind: 'variable' },
    { text: '"', kind: 'string' },
  ]);
  t.same(kinds('Try it:\n```sh\ncurl "$T"\n```\n'), kinds('curl "$T"'), 'in a fence');
  t.same(kinds(`curl h -d 'never closed`), [{ text: `'never closed`, kind: 'string' }]);
  t.same(kinds('curl ^\n  -H "A: %T%" -d "{\\"a\\":1}"'), [
    { text: '"A: ', kind: 'string' },
    { text: '%T%', kind: 'variable' },
    { text: '"', kind: 'string' },
    { text: '"{\\', kind: 'string' },
    { text: '"a\\', kind: 'string' },
    { text: '":1}"', kind: 'string' },
  ]);
  t.same(kinds("curl.exe `\n  -H \"A: $env:T\" 'it''s' # it's"), [
    { text: '"A: ', kind: 'string' },
    { text: '$env:T', kind: 'variable' },
    { text: '"', kind: 'string' },
    { text: "'it''s'", kind: 'string' },
    { text: "# it's", kind: 'comment' },
  ]);
});
