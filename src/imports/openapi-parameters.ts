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
  if (Array.isArray(value)) {
    const items = value.map(written);
    if (isForm && explode) return items.map((item) => [name, item]);
    return [[name, items.join(DELIMITERS.get(style) ?? ',')]];
  }
  if (!isObject(value)) return [[name, text(value)]];
  const entries: Pair[] = Object.entries(value).map(([key, item]) => [key, written(item)]);
  if (style === 'deepObject') return entries.map(([key, item]) => [`${name}[${key}]`, item]);
  if (isForm && explode) return entries;
  return [[name, entries.map(([key, item]) => (explode ? `${key}=${item}` : `${key},${item}`)).join(',')]];
}
