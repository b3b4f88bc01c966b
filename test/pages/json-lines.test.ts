import t from 'tap';
import { isJson, linesOfJson } from '../../src/pages/views/json-lines.ts';

const BIG = 5_000_000;

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

t.test('lays out the beginning of hostile texts quickly', async (t) => {
  t.notOk(isJson('{"a":'.repeat(BIG / 5)), 'deeper than what is laid out');
  const used = process.cpuUsage();
  const hostile = [
    `[${'0,'.repeat(BIG / 2)}0]`,
    `[${' '.repeat(BIG)}]`,
    `["${'\\"'.repeat(BIG / 2)}"]`,
    `[${'[],'.repeat(70_000)}${'['.repeat(BIG)}`,
    '[]'.repeat(BIG / 2),
  ];
  for (const text of hostile) if (isJson(text)) [...linesOfJson(text.slice(0, 200_000))];
  const ms = process.cpuUsage(used).user / 1000;
  t.ok(ms < 5_000, `${ms} ms of CPU for ${hostile.length} texts`);
});
