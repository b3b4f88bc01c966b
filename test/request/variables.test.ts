import fc from 'fast-check';
import t from 'tap';
import { InputError, type InputIssue } from '../../src/errors.ts';
import {
  encodingsByText,
  fillVariables,
  plainVariables,
  splitVariables,
  substituteVariables,
  variableDefault,
} from '../../src/request/variables.ts';
import type { Variable } from '../../src/schemas/request-shape.ts';

const named = (...texts: string[]): Variable[] =>
  texts.map((text) => ({ name: text.replace(/\W/g, ''), text }));

/** The issues that something is refused with. */
function refusal(run: () => unknown): readonly InputIssue[] {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.issues;
    throw error;
  }
  return [];
}

/** What splitVariables is to do, said in the plainest way. */
function plainly(text: string, variables: readonly Variable[]): string[] {
  const pieces: string[] = [];
  let rest = '';
  for (let at = 0; at < text.length; ) {
    const starting = variables.map((variable) => variable.text).filter((one) => text.startsWith(one, at));
    const longest = starting.toSorted((a, b) => b.length - a.length)[0];
    if (longest === undefined) {
      rest += text[at];
      at += 1;
      continue;
    }
    if (rest !== '') pieces.push(rest);
    rest = '';
    pieces.push(`<${longest}>`);
    at += longest.length;
  }
  if (rest !== '' || pieces.length === 0) pieces.push(rest);
  return pieces;
}

const shown = (text: string, variables: readonly Variable[]) =>
  splitVariables(text, variables).map((segment) =>
    segment.kind === 'text' ? segment.text : `<${segment.text}>`,
  );

t.test('cuts at variables, the longer text first', async (t) => {
  const table: [text: string, variables: Variable[], pieces: string[]][] = [
    ['', [], ['']],
    ['plain', named('$A'), ['plain']],
    ['$A', named('$A'), ['<$A>']],
    ['x$A$Ay', named('$A'), ['x', '<$A>', '<$A>', 'y']],
    ['$AB', named('$A', '$AB'), ['<$AB>']],
    ['{{a}}/{{b}}', named('{{a}}', '{{b}}'), ['<{{a}}>', '/', '<{{b}}>']],
    ['aab', named('aa', 'ab'), ['<aa>', 'b']],
  ];
  for (const [text, variables, pieces] of table) t.same(shown(text, variables), pieces, JSON.stringify(text));
});

t.test('cuts alike whatever the number of variables', async (t) => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '$', '{'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'b', '$', '{'), maxLength: 40 }),
      fc.array(letters, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      (text, texts, many) => {
        // A long text that never occurs makes it many.
        const variables = named(...texts, ...(many ? ['z'.repeat(200)] : []));
        t.strictSame(shown(text, variables), plainly(text, variables));
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});

t.test('bounds the work on texts that look like variables everywhere', async (t) => {
  const variables = named('a'.repeat(60_000), `${'a'.repeat(60_000)}b`);
  t.match(
    refusal(() => splitVariables(`${'a'.repeat(59_999)}c`.repeat(20), variables)),
    [{ field: '/variables', code: 'too_large' }],
    'over a million places, none of them a variable',
  );
  const many = named(...Array.from({ length: 200 }, (_, index) => `{{field_${index}}}`));
  const row = `{"id": "{{field_7}}", "name": "{{field_199}}"}`;
  t.equal(splitVariables(row.repeat(50_000), many).length, 200_001, 'two megabytes of JSON are fine');
});

t.test('fills in values, in every text that is sent', async (t) => {
  const filled = substituteVariables({
    url: 'http://$HOST/{{path}}',
    headers: { 'X-$N': 'Bearer $T' },
    body: { $N: ['$T', 1, null] },
    options: { request_target: '/$T' },
    variables: [
      { name: 'HOST', text: '$HOST', value: 'h.example' },
      { name: 'path', text: '{{path}}', value: 'a b' },
      { name: 'N', text: '$N', value: 'Name' },
      { name: 'T', text: '$T', value: '$HOST' },
    ],
  });
  t.same(filled, {
    url: 'http://h.example/a b',
    headers: { 'X-Name': 'Bearer $HOST' },
    body: { Name: ['$HOST', 1, null] },
    options: { request_target: '/$HOST' },
  });
});

t.test('a variable that begins the URL may leave out http, as for curl', async (t) => {
  const urlWith = (value: string) =>
    substituteVariables({ url: '$SERVER/x', variables: [{ name: 'SERVER', text: '$SERVER', value }] }).url;
  t.equal(urlWith('localhost:8080'), 'http://localhost:8080/x');
  t.equal(urlWith('https://h.example'), 'https://h.example/x');
});

t.test('names every variable that has no value', async (t) => {
  const variables: Variable[] = [
    { name: 'A', text: '$A' },
    { name: 'B', text: '$B', value: '' },
    { name: 'C', text: '$C' },
  ];
  t.match(
    refusal(() => substituteVariables({ url: 'http://$A$B$C', variables })),
    [{ field: '/variables/A' }, { field: '/variables/C' }],
    'an empty value is one',
  );
});

t.test('refuses what would fill the memory', async (t) => {
  const value = 'x'.repeat(1_000_000);
  const big = { url: 'http://h/', body: '$A'.repeat(1000), variables: [{ name: 'A', text: '$A', value }] };
  t.match(
    refusal(() => substituteVariables(big)),
    [{ field: '/variables', code: 'too_large' }],
  );
  t.match(
    refusal(() => splitVariables('x', named('y'.repeat(200_000)))),
    [{ code: 'too_large' }],
  );
});

t.test('reads the default that a text says', async (t) => {
  const table: [text: string, expected: ReturnType<typeof variableDefault>][] = [
    ['${A:-x y}', { text: 'x y', forEmpty: true }],
    ['${A-x}', { text: 'x', forEmpty: false }],
    ['${A:=http://h:1/?}', { text: 'http://h:1/?', forEmpty: true }],
    ['${A=é}', { text: 'é', forEmpty: false }],
    ['${A:-}', { text: '', forEmpty: false }],
    ['$A', undefined],
    ['${A}', undefined],
    ['{{A}}', undefined],
    ['${A:?message}', undefined],
    ['${A:+other}', undefined],
    ['${A:1:2}', undefined],
    ['${A:-$B}', undefined],
    ['${A:-"x"}', undefined],
    ['${A:-a\\ b}', undefined],
    ['${A:-~/x}', undefined],
  ];
  for (const [text, expected] of table) t.same(variableDefault(text), expected, text);
});

t.test('takes plain texts for those that could be parts of something', async (t) => {
  const request = {
    url: 'http://${HOST:-a/b?c}/${HOST}/$(date +%s)/$ID',
    headers: { 'X-${HOST:-a/b?c}': '$(date +%s)' },
    variables: [
      { name: 'HOST', text: '${HOST:-a/b?c}', value: 'x' },
      { name: 'HOST', text: '${HOST}' },
      { name: 'DATE', text: '$(date +%s)' },
      { name: 'ID', text: '$ID' },
    ],
  };
  t.same(plainVariables(request), {
    url: 'http://${HOST_2}/${HOST}/${DATE}/$ID',
    headers: { 'X-${HOST_2}': '${DATE}' },
    variables: [
      { name: 'HOST', text: '${HOST_2}', value: 'x', written: '${HOST:-a/b?c}' },
      { name: 'HOST', text: '${HOST}' },
      { name: 'DATE', text: '${DATE}', written: '$(date +%s)' },
      { name: 'ID', text: '$ID' },
    ],
  });
  const plain = { url: 'http://h/$ID', variables: [{ name: 'ID', text: '$ID' }] };
  t.equal(plainVariables(plain), plain, 'what is plain stays');
});

t.test('a value is encoded for the place where it stands, when that is asked for', async (t) => {
  const value = `a b&c="d"/é`;
  const everywhere = {
    method: 'POST',
    url: '$V/users/$V?q=$V',
    headers: { 'X-A': '$V', 'Content-Type': 'application/x-www-form-urlencoded' },
    variables: [{ name: 'V', text: '$V', value }],
  };
  const percent = 'a%20b%26c%3D%22d%22%2F%C3%A9';
  const form = substituteVariables({ ...everywhere, body: 'a=$V&b=1' }, { encoded: true });
  t.equal(form.url, `http://${value}/users/${percent}?q=${percent}`, 'what may be a whole address stays');
  t.equal(form.body, `a=${percent}&b=1`);
  t.equal(form.headers?.['X-A'], value);
  const json = substituteVariables({ ...everywhere, body: '{"a":"x \\" $V","n":$V}' }, { encoded: true });
  t.equal(json.body, `{"a":"x \\" ${JSON.stringify(value).slice(1, -1)}","n":${value}}`);
  const text = substituteVariables({ ...everywhere, headers: {}, body: 'a=$V' }, { encoded: true });
  t.equal(text.body, `a=${value}`, 'a text is a text');
  const lines = { ...everywhere, variables: [{ name: 'V', text: '$V', value: ' tok\r\nX-Evil: 1\n' }] };
  t.equal(substituteVariables(lines, { encoded: true }).headers?.['X-A'], 'tok X-Evil: 1', 'one line');
  t.equal(
    substituteVariables({ ...everywhere, body: 'a=$V' }).body,
    `a=${value}`,
    'the API takes it as it is',
  );
});

t.test('some variables are filled in, the others stay', async (t) => {
  const request = {
    method: 'GET',
    url: 'https://h/$A/$AB',
    headers: {},
    variables: [
      { name: 'A', text: '$A' },
      { name: 'AB', text: '$AB' },
    ],
  };
  t.strictSame(fillVariables(request, new Map([['A', 'x y']])), {
    method: 'GET',
    url: 'https://h/x%20y/$AB',
    headers: {},
    variables: [{ name: 'AB', text: '$AB' }],
  });
  t.equal(fillVariables(request, new Map([['A', 'x y']]), { verbatim: true }).url, 'https://h/x y/$AB');
  t.strictSame(
    [...encodingsByText(request)],
    [
      ['$A', new Set(['percent'])],
      ['$AB', new Set(['percent'])],
    ],
  );
});
