/** How OpenAPI writes the value of a parameter: `style` and `explode`. */
import { type Fields, isObject, text } from './document.ts';

type Pair = readonly [name: string, value: string];

const DELIMITERS: ReadonlyMap<string, string> = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
]);

/** Text of a value within a list. */
const written = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : text(value));

/** @returns names and values, before they are encoded */
export function serialized(parameter: Fields, value: unknown): readonly Pair[] {
  const name = text(parameter['name']);
  const isForm = parameter['in'] === 'query' || parameter['in'] === 'cookie';
  const style = text(parameter['style']) || (isForm ? 'form' : 'simple');
  const explode = typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form';
  const entries: Pair[] = Object.entries(isObject(value) ? value : {}).map(([key, item]) => [
    key,
    written(item),
  ]);
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, item]);
  if (isForm && explode && isObject(value)) return entries;
  const joined = entries.map(([key, item]) => (explode ? `${key}=${item}` : `${key},${item}`));
  const items = Array.isArray(value) ? value.map(written) : isObject(value) ? joined : [text(value)];
  if (isForm && explode) return items.map((item) => [name, item]);
  if (style === 'label') return [[name, `.${items.join(explode ? '.' : ',')}`]];
  if (style !== 'matrix') return [[name, items.join(DELIMITERS.get(style) ?? ',')]];
  const named = explode
    ? items.map((item) => (isObject(value) ? item : `${name}=${item}`))
    : [`${name}=${items.join()}`];
  return [[name, named.map((item) => `;${item}`).join('')]];
}
