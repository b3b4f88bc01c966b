import t from 'tap';
import { compareJson } from '../../src/pages/views/json-compare.ts';
import { isJson, linesOfJson } from '../../src/pages/views/json-lines.ts';

const BIG = 5_000_000;

t.test('compares values by their paths, as they stand', async (t) => {
  const older = '{"a":1,"b":[1,2,{"c":"x"}],"e":{},"same":[null]}';
  const newer = '{"a":1.0,"b":[1,{"c":"x"}],"e":[],"f g":true,"same":[null]}';
  t.same(compareJson(older, newer), {
    differences: [
      ['a', '1', '1.0'],
      ['b[1]', '2', '–'],
      ['b[2].c', '"x"', '–'],
      ['e', '{}', '[]'],
      ['b[1].c', '–', '"x"'],
      ['["f g"]', '–', 'true'],
    ],
    compared: undefined,
  });
  for (const text of ['', 'x', '1', '"a"', '{"a":', '[1 2]'])
    t.equal(compareJson(text, '[1]'), undefined, text);
});

t.test('lays JSON out, each value as it was typed', async (t) => {
  const lines = [...linesOfJson('{"a":[1.0,{"b":"x, {y}"}],"c":{},"d":[ ]}')];
  t.same(lines, [
    '{',
    '  "a": [',
    '    1.0,',
    '    {',
    '      "b": "x, {y}"',
    '    }',
    '  ],',
    '  "c": {},',
    '  "d": []',
    '}',
  ]);
});

t.test('reads large and deep texts within its budgets, and says so', async (t) => {
  const zeros = `[${'0,'.repeat(BIG / 2)}0]`;
  const longer = `[${'0,'.repeat(BIG / 2)}1]`;
  t.same(compareJson(zeros, longer), { differences: [], compared: 20_000 });
  t.notOk(isJson('{"a":'.repeat(BIG / 5)), 'deeper than what is laid out');
  const used = process.cpuUsage();
  const hostile = [
    zeros,
    `[${' '.repeat(BIG)}]`,
    `["${'\\"'.repeat(BIG / 2)}"]`,
    `${`{"${'k'.repeat(50_000)}":`.repeat(99)}1${'}'.repeat(99)}`,
    `[${'[],'.repeat(70_000)}${'['.repeat(BIG)}`,
    '[]'.repeat(BIG / 2),
  ];
  for (const text of hostile) compareJson(text, text);
  const ms = process.cpuUsage(used).user / 1000;
  t.ok(ms < 5_000, `${ms} ms of CPU for ${hostile.length} pairs`);
});
