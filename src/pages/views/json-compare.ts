/** Compares two JSON texts by key: values as they stand, so that numbers which JSON.parse would change stay. Pure. */
import type { Node } from 'jsonc-parser';
import { readJson } from './json-tree.tsx';

/** What stands for a key that one of the two does not have. */
const ABSENT = '–';

/** A key as its path (`user.roles[0]`), with its value in both texts. */
export type JsonDifference = readonly [path: string, older: string, newer: string];

/** The keys whose values differ, in the order of the texts; undefined unless both are JSON objects or arrays. */
export function compareJson(older: string, newer: string): JsonDifference[] | undefined {
  const [a, b] = [readJson(older), readJson(newer)];
  if (a === undefined || b === undefined) return undefined;
  const [before, after] = [leavesOf(a, older), leavesOf(b, newer)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path): JsonDifference => [path, before.get(path) ?? ABSENT, after.get(path) ?? ABSENT])
    .filter(([, left, right]) => left !== right);
}

/** The values that have no keys of their own, by path; an empty object or array is one, too. */
function leavesOf(root: Node, text: string): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (node: Node, path: string): void => {
    const children = node.children ?? [];
    if (children.length === 0)
      return void leaves.set(path, text.slice(node.offset, node.offset + node.length));
    for (const [index, child] of children.entries()) {
      if (child.type !== 'property') {
        visit(child, `${path}[${index}]`);
        continue;
      }
      const [name, value] = child.children ?? [];
      if (name !== undefined && value !== undefined) visit(value, keyPath(path, String(name.value)));
    }
  };
  visit(root, '');
  return leaves;
}

function keyPath(path: string, name: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
