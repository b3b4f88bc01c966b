/**
 * What `${NAME%pattern}` and its like make of a value that the text sets (Bash manual, 3.5.3). Patterns are
 * literal text with `*` and `?`; for anything else the result counts as unknown.
 */

/** Beyond this a pattern with `*` is not tried: each place it may start at could cost the whole value. */
const MAX_MATCHED = 500;

/** About how many characters are looked at. */
export function operationCost(value: string, operation: string): number {
  const starred = operation.includes('*') && value.length <= MAX_MATCHED;
  return value.length + (starred ? value.length ** 2 / 8 : 0);
}

/**
 * @param operation what follows the name: `%/`, `##*\/`, `// /%20`, `:0:3`, `^^`
 * @param expand expands what stands in a pattern or replacement
 * @returns undefined when the operation is none of these, or its result is not certain
 */
export function operateOn(
  value: string,
  operation: string,
  expand: (text: string) => string,
): string | undefined {
  const [, sign = '', rest = ''] = /^(%%?|##?|\/\/?|\^\^?|,,?|:?[+?]|:)([\s\S]*)$/.exec(operation) ?? [];
  switch (sign) {
    case '%':
    case '%%':
    case '#':
    case '##':
      return trimmed(value, sign, expand(rest));
    case '/':
    case '//':
      return replaced(value, rest, sign === '//', expand);
    case '^^':
      return rest === '' ? value.toUpperCase() : undefined;
    case ',,':
      return rest === '' ? value.toLowerCase() : undefined;
    case '^':
      return rest === '' ? mapFirst(value, (char) => char.toUpperCase()) : undefined;
    case ',':
      return rest === '' ? mapFirst(value, (char) => char.toLowerCase()) : undefined;
    case '+':
      return expand(rest);
    case ':+':
      return value === '' ? '' : expand(rest);
    case '?':
      return value;
    case ':?':
      return value === '' ? undefined : value;
    case ':':
      return substring(value, rest);
    default:
      return undefined;
  }
}

function mapFirst(value: string, map: (char: string) => string): string {
  const [first = ''] = value;
  return map(first) + value.slice(first.length);
}

/** `:offset` and `:offset:length`, both counted in characters, from the end when negative. */
function substring(value: string, range: string): string | undefined {
  const match = /^ *(-?\d{1,9}) *(?:: *(-?\d{1,9}) *)?$/.exec(range);
  // `:-` right after the name is a default value, not an offset.
  if (match === null || range.startsWith('-')) return undefined;
  const chars = Array.from(value);
  const offset = Number(match[1]);
  const start = offset < 0 ? chars.length + offset : offset;
  if (start < 0 || start > chars.length) return '';
  const length = match[2] === undefined ? chars.length : Number(match[2]);
  const end = length < 0 ? chars.length + length : start + length;
  return end < start ? undefined : chars.slice(start, end).join('');
}

function trimmed(value: string, sign: string, text: string): string | undefined {
  const pattern = matcher(text, sign.length === 2);
  if (pattern === undefined || (value.length > MAX_MATCHED && text.includes('*'))) return undefined;
  if (sign.startsWith('#')) return value.replace(new RegExp(`^(?:${pattern})`, 'u'), '');
  // The shortest suffix leaves the longest text before it.
  const before = sign === '%' ? '[\\s\\S]*' : '[\\s\\S]*?';
  return value.replace(new RegExp(`^(${before})(?:${pattern})$`, 'u'), '$1');
}

function replaced(
  value: string,
  operation: string,
  all: boolean,
  expand: (text: string) => string,
): string | undefined {
  const [, written = '', , rest = ''] = /^((?:\\[\s\S]|[^\\/])*)(\/([\s\S]*))?$/.exec(operation) ?? [];
  // `#` and `%` in front tie the pattern to the beginning and to the end.
  const anchor = all ? '' : (/^[#%]/.exec(written)?.[0] ?? '');
  const text = expand(written.slice(anchor.length));
  const literal = matcher(text, true);
  const pattern =
    literal === undefined
      ? undefined
      : anchor === '#'
        ? `^${literal}`
        : anchor === '%'
          ? `${literal}$`
          : literal;
  const replacement = expand(rest);
  // An unquoted `&` in a replacement depends on the version of bash.
  if (pattern === undefined || /[&'"\\]/.test(replacement)) return undefined;
  if (value.length > MAX_MATCHED && text.includes('*')) return undefined;
  return text === '' && anchor === ''
    ? value
    : value.replace(new RegExp(pattern, all ? 'gu' : 'u'), () => replacement);
}

/** The pattern as the source of a regular expression; undefined for brackets and quotes. */
function matcher(pattern: string, greedy: boolean): string | undefined {
  const unescaped = pattern.replace(/\\[\s\S]/g, '');
  if (/[[\]'"()]|\*[\s\S]*\*/.test(unescaped)) return undefined;
  return pattern.replace(/\\?[\s\S]/gu, (piece) => {
    if (piece === '*') return greedy ? '[\\s\\S]*' : '[\\s\\S]*?';
    if (piece === '?') return '[\\s\\S]';
    const char = piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece;
    return char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
}
