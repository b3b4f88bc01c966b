/** Pairs of forms, and of queries that a library would write back as they were typed. */
import type { PlanPairs } from './plan.ts';

/**
 * The pairs of a form or query (`a=1&b=x+y`); undefined where it has others than pairs.
 * @param unescaped for a query, which has to stay as it is typed: the characters besides letters and digits that the library
 *   leaves alone, e.g. `-._~`; undefined, too, where the library would write it in another way
 */
export function formPairs(text: string, unescaped?: string): PlanPairs | undefined {
  const pairs: [name: string, value: string][] = [];
  let equals = text.indexOf('=');
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    end = text.indexOf('&', start);
    if (end < 0) end = text.length;
    const next = text.indexOf('=', equals + 1);
    // One sign in each pair.
    if (equals < 0 || equals > end || (next >= 0 && next < end)) return undefined;
    const name = formPart(text.slice(start, equals), unescaped);
    const value = formPart(text.slice(equals + 1, end), unescaped);
    if (name === undefined || value === undefined) return undefined;
    pairs.push([name, value]);
    equals = next;
  }
  return { kind: 'pairs', pairs, hasUniqueNames: areUnique(pairs.map(([name]) => name)) };
}

/** What a name or value says; undefined where it says nothing, or the library has another way to write it. */
function formPart(part: string, unescaped: string | undefined): string | undefined {
  const plain = formDecode(part);
  if (plain === undefined || unescaped === undefined) return plain;
  return formEncode(plain, unescaped) === part ? plain : undefined;
}

/** Whether no text is there twice. */
export function areUnique(texts: readonly string[]): boolean {
  // A set of a few takes longer to make than comparing each with each.
  if (texts.length > 8) return new Set(texts).size === texts.length;
  for (let at = 1; at < texts.length; at += 1)
    for (let before = 0; before < at; before += 1) if (texts[before] === texts[at]) return false;
  return true;
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function formEncode(text: string, unescaped: string): string {
  return encodeURIComponent(text).replace(/%20|[!'()*~\-._]/g, (found) => {
    if (found === '%20') return '+';
    if (unescaped.includes(found)) return found;
    return `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}
