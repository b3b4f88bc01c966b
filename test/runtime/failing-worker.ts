/** Work that goes wrong, for the pool's test. */
import { InputError } from '../../src/errors.ts';
import { pooled } from '../../src/runtime/pool.ts';

pooled('echo', (input: unknown) => input);
pooled('refuse', () => {
  throw new InputError({ field: '/a', code: 'b', message: 'No.' });
});
pooled('fail', () => {
  throw new TypeError('a mistake of ours');
});
pooled('spin', () => {
  for (;;);
});
pooled('sleep', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
});
pooled('hoard', () => {
  const held: number[][] = [];
  for (;;) held.push(new Array(100_000).fill(held.length));
});
pooled('recurse', () => {
  const deeper = (depth: number): number => deeper(depth + 1) + 1;
  return deeper(0);
});

export { work as default } from '../../src/runtime/pool.ts';
