/** Shortens the parts of a result that lists show, before it is stored: a list reads a hundred at a time. */

/** Approximate bytes of JSON that a list reads per result, request headers included. */
const MAX_LISTED_BYTES = 4 * 1024;
/** Larger results have their texts and lists cut to these limits, the first that suffice. */
const STEPS = [
  { text: 1_000, items: 50 },
  { text: 200, items: 20 },
  { text: 60, items: 10 },
  { text: 20, items: 5 },
] as const;

type Json = Record<string, unknown>;

/**
 * Shortens the parts of a result for lists: long texts end in an ellipsis, long lists and objects are cut.
 * @returns the parts, and the originals of those that were shortened; null if none were
 */
export function shorten<T extends Json>(parts: T): { shortened: T; whole: Json | null } {
  if (size(parts) <= MAX_LISTED_BYTES) return { shortened: parts, whole: null };
  let shortened = parts;
  for (const step of STEPS) {
    shortened = cut(parts, step) as T; // cut() keeps the shape
    if (size(shortened) <= MAX_LISTED_BYTES) break;
  }
  const names = Object.keys(parts).filter(
    (name) => JSON.stringify(parts[name]) !== JSON.stringify(shortened[name]),
  );
  return { shortened, whole: Object.fromEntries(names.map((name) => [name, parts[name]])) };
}

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

function cut(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string')
    return value.length <= step.text ? value : `${value.slice(0, step.text).toWellFormed()}…`;
  if (Array.isArray(value)) return value.slice(0, step.items).map((item) => cut(item, step));
  if (typeof value !== 'object' || value === null) return value;
  // Only header maps have more fields than this; objects with fixed fields keep all of theirs.
  const entries = Object.entries(value).slice(0, Math.max(20, step.items));
  return Object.fromEntries(entries.map(([name, item]) => [String(cut(name, step)), cut(item, step)]));
}
