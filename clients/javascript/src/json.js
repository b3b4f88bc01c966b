/** Reads JSON without rounding integers, and checks that it is what was asked for. */
import { SHAPES } from './shapes.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON whose integers beyond 2^53 are bigints. */
export function parse(text) {
  const big = [];
  const marked = text.replace(TOKEN, (token) => {
    if (token[0] === '"' || !/^-?\d{16,}$/.test(token) || Number.isSafeInteger(Number(token))) return token;
    big.push(BigInt(token));
    return `{"\\u0000bigint":${big.length - 1}}`;
  });
  if (big.length === 0) return JSON.parse(text);
  return JSON.parse(marked, (_, value) => {
    const index = value?.['\0bigint'];
    return index === undefined ? value : big[index];
  });
}

/** Throws a TypeError that names the first place where a value has not the shape (see shapes.js). */
export function check(shape, value, where) {
  const wrong = (wanted) => {
    throw new TypeError(`${where} is not ${wanted}`);
  };
  if (shape === 'any') return;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) wrong('a list');
    for (const [index, one] of value.entries()) check(shape[0], one, `${where}[${index}]`);
    return;
  }
  if (typeof shape === 'string' && SHAPES[shape] === undefined) {
    if (shape === 'integer' ? !Number.isInteger(value) : typeof value !== shape) wrong(`a ${shape}`);
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong('an object');
  const fields = typeof shape === 'string' ? SHAPES[shape] : shape;
  if (fields['*'] !== undefined) {
    for (const [name, one] of Object.entries(value)) check(fields['*'], one, `${where}.${name}`);
    return;
  }
  for (const [field, type] of Object.entries(fields)) {
    const [, name, mark] = /^(\w+)(.*)$/.exec(field);
    const one = value[name];
    if (one === undefined ? mark.includes('?') : one === null && mark !== '') continue;
    check(type, one, `${where}.${name}`);
  }
}
