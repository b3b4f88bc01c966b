/** What is directly in a JSON object or array, found without reading what is in there. Pure. */

/** A value within the text around it, as it was written there. */
export interface Member {
  /** Absent in an array. */
  name?: string;
  start: number;
  end: number;
}

/** @param text an object or array, valid and without blanks around it */
export function membersOf(text: string): Member[] {
  const isObject = text.startsWith('{');
  const members: Member[] = [];
  for (let at = beginning(text, 1); at < text.length - 1; ) {
    const nameEnd = isObject ? endOf(text, at) : at;
    const start = beginning(text, nameEnd);
    const end = endOf(text, start);
    members.push(isObject ? { name: JSON.parse(text.slice(at, nameEnd)), start, end } : { start, end });
    at = beginning(text, end);
  }
  return members;
}

/** Where the next name or value begins, or the bracket that closes. */
function beginning(text: string, from: number): number {
  let at = from;
  while (BETWEEN.has(text.charCodeAt(at))) at += 1;
  return at;
}

const codesOf = (chars: string): ReadonlySet<number> =>
  new Set(Array.from(chars, (char) => char.charCodeAt(0)));
const BETWEEN = codesOf(' \t\r\n,:');
const BEHIND = codesOf(' \t\r\n,:]}');
const [QUOTE = 0, BACKSLASH = 0, ARRAY = 0, ARRAY_END = 0, OBJECT = 0, OBJECT_END = 0] = codesOf('"\\[]{}');

/** Where the value ends that begins at a place. */
function endOf(text: string, start: number): number {
  let at = start;
  for (let depth = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at);
    else if (code === ARRAY || code === OBJECT) depth += 1;
    else if (code === ARRAY_END || code === OBJECT_END) depth -= 1;
    else if (depth === 0) {
      while (at < text.length && !BEHIND.has(text.charCodeAt(at))) at += 1;
      return at;
    }
    if (depth === 0) return at + 1;
  }
  return at;
}

function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}
