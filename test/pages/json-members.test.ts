/** What the tree of a JSON text finds in it, compared with JSON.parse. */
import fc from 'fast-check';
import t from 'tap';
import { membersOf } from '../../src/pages/views/json-members.ts';

/** The value that the members of a text make. */
const rebuilt = (text: string): unknown => {
  const members = membersOf(text).map(({ name = '', ...at }) => ({
    name,
    written: text.slice(at.start, at.end),
  }));
  if (text.startsWith('[')) return members.map(({ written }) => JSON.parse(written));
  return Object.fromEntries(members.map(({ name, written }) => [name, JSON.parse(written)]));
};

t.test('every value, with its name', (t) => {
  const branch = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  const property = fc.property(branch, fc.constantFrom(0, 1, '\t', '\r\n'), (value, space) => {
    const text = JSON.stringify(value, null, space);
    t.strictSame(rebuilt(text), JSON.parse(text));
  });
  fc.assert(property, { numRuns: 300 });
  t.end();
});

t.test('as it was written', (t) => {
  const text = String.raw`{"n": 12345678901234567890, "n":1.0e2 ,"\"]": "a\\", "x":["}"]}`;
  t.strictSame(
    membersOf(text).map(({ name, start, end }) => [name, text.slice(start, end)]),
    [
      ['n', '12345678901234567890'],
      ['n', '1.0e2'],
      ['"]', String.raw`"a\\"`],
      ['x', '["}"]'],
    ],
  );
  t.end();
});

t.test('in time that grows with the text', (t) => {
  for (const inner of [String.raw`\"`, String.raw`\\`, `${String.raw`\\`.repeat(500)}x`]) {
    const before = process.cpuUsage();
    t.equal(membersOf(`["${inner.repeat(2_000_000 / inner.length)}"]`).length, 1);
    const { user } = process.cpuUsage(before);
    t.ok(user < 1_000_000, `${user} µs`);
  }
  t.end();
});
