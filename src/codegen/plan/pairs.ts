/** Pairs of forms and queries that a library would write back as they were typed. */

/** Forms in which nobody escapes anything, and whose names and values any literal can hold. */
const PLAIN_FORM = /^[\w.-]*=[\w.-]*(?:&[\w.-]*=[\w.-]*)*$/;

/**
 * The pairs of a form or query (`a=1&b=x+y`), if a library that escapes as application/x-www-form-urlencoded
 * gives back exactly the same text; undefined otherwise.
 * @param unescaped characters besides letters and digits that the library leaves alone, e.g. `-._~`
 */
export function formPairs(text: string, unescaped: string): [name: string, value: string][] | undefined {
  if (text === '') return undefined;
  const isPlain = PLAIN_FORM.test(text);
  const pairs: [string, string][] = [];
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) return undefined;
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    if (isPlain) pairs.push([name, value]);
    else {
      const [plainName, plainValue] = [formPart(name, unescaped), formPart(value, unescaped)];
      if (plainName === undefined || plainValue === undefined) return undefined;
      pairs.push([plainName, plainValue]);
    }
  }
  return pairs;
}

/** What a name or value of a form says, if the library writes it in the same way; undefined otherwise. */
function formPart(part: string, unescaped: string): string | undefined {
  if (part.includes('=')) return undefined;
  const plain = formDecode(part);
  return plain !== undefined && formEncode(plain, unescaped) === part ? plain : undefined;
}

/** Whether no name stands in more than one pair, so that a map of the language can hold them. */
export function hasUniqueNames(pairs: readonly (readonly [name: string, value: string])[]): boolean {
  const names = new Set<string>();
  for (const [name] of pairs) names.add(name);
  return names.size === pairs.length;
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
