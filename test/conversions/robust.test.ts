/** Broken and hostile texts: converters end soon, and never fail with anything but a sentence. */
import t from 'tap';
import { convert } from '../../src/conversions/index.ts';
import { isFull, long } from '../support/full.ts';

const ROUNDS = isFull ? 1_500 : 300;
const SEEDS = [
  "const a = {b: `x${c}`}; fetch(`https://h.example/${a.b}`, {method: 'POST', headers: {...h, 'X-A': \"b\"}, body: JSON.stringify({a: [1, f(x)], b})})",
  '$h = @{ A = "b $($c.d) $e"; F = @(1,2) }\n$b = @"\nx $y\n"@\nInvoke-RestMethod -Uri "https://h.example/$z" -Headers $h -Body ($b | ConvertTo-Json) -Method Post',
  `http --form POST https://h.example/a X-A:b c=d e:='{"f":1}' g==h i@j "k=$L"`,
  `wget --header="A: b" --post-data='c=d&e=f' -O - "https://h.example/$G" -T 5`,
  '@h = x\nPOST https://h.example/{{h}}?a=b HTTP/1.1\nContent-Type: application/json\n\n{"a": "{{b}}"}\n> {% x %}\n###\nGET https://h.example/',
];
const PIECES = [
  '"',
  "'",
  '`',
  '\\',
  '$',
  '{',
  '}',
  '(',
  ')',
  '${',
  '$(',
  '@{',
  '@"\n',
  '\n',
  ',',
  ':',
  '=',
  '|',
  '&',
  ';',
  '\0',
  '\ud83d',
  '//',
  '#',
  '-',
  '+',
  '=',
];

t.test('texts with pieces taken out, doubled and put in', async (t) => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state % below;
  };
  const started = performance.now();
  let converted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let text = SEEDS[round % SEEDS.length] ?? '';
    for (let change = random(4); change >= 0; change -= 1) {
      const at = random(text.length + 1);
      const piece = PIECES[random(PIECES.length)] ?? '';
      text = text.slice(0, at) + piece + text.slice(at + random(3));
    }
    const conversion = convert(text);
    if (conversion?.command !== undefined) converted += 1;
  }
  t.ok(converted > ROUNDS / 5, `${converted} converted`);
  t.ok(performance.now() - started < 60_000);
});

t.test('64 KiB of one thing are no burden', { skip: long }, async (t) => {
  const openings = ['fetch(', 'Invoke-RestMethod -Uri ', 'http POST ', 'GET http://h.example/\n', '$a = '];
  const units = [
    '[',
    '(',
    '{',
    '{,',
    '`${',
    '"$(',
    '@{a=',
    '@(',
    '@"\n',
    'a.b(',
    'a$',
    'iwr ',
    'fetch(',
    'GET http://a/\n',
    '`\n',
  ];
  const slow: string[] = [];
  for (const opening of openings)
    for (const unit of units) {
      const before = process.cpuUsage();
      convert(opening + unit.repeat(Math.floor(65_000 / unit.length)));
      const { user } = process.cpuUsage(before);
      if (user > 1_500_000) slow.push(`${opening}${unit}: ${Math.round(user / 1000)} ms`);
    }
  t.strictSame(slow, []);
});
