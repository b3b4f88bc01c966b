/** Distinguishes example values from real secrets. Pure. */

/** Variables, substitutions and placeholders: the last two of them may contain a literal. */
const OPEN_PART = new RegExp(
  [
    /<[^<>]*>/, // <token>
    /\$env:\w+/,
    /\$[\w@*#?]+/, // $TOKEN
    /%\w+%|!\w+!|%\{[^{}]*\}/,
    /\$?\{\{[^{}]*\}\}|\$\{[^{}]*\}/, // {{token}}, ${{ secrets.TOKEN }}, ${TOKEN:-abc}
    /\$\([^()]*(?:\([^()]*\)[^()]*)*\)|`[^`]*`/, // $(cat token)
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** Values that are only a placeholder, a reference or a pattern. */
const WHOLE = [
  /^\{[\w.-]+\}$/, // {token}
  /^\[[\w .-]*\]$/, // [token]
  /^:[a-z_]+$/i, // :token
  /^[xX*._…•#?-]{3,}$/, // xxx, ***, ...
  /^…$/,
  /^\.[a-z_]+(?:\.[a-z_]+|\[\d*\])*$/i, // .access_token, for jq
  /^(?:\(?\[\^|[(\\]*\.[*+]|\\[wSd(])/, // "[^"]*", for grep
  /^(?:process\.env|os\.(?:environ|getenv)|ENV|System\.getenv|import\.meta\.env|secrets|env|config|vault|op)\b[.[(:]/,
];
const LITERAL =
  /^(?:true|false|null|undefined|none|basic|bearer|digest|ntlm|oauth2?|required|optional|string)$/i;

/** Prefixes before the placeholder of an example: `sk_live_`, `Bearer-`, `ghp_`. */
const PREFIX = /^(?:[A-Za-z]{1,10}[0-9]?[_.:-]){1,3}/;
const GAP = /^[xX*._…•-]{4,}$/;

/** Words that mark a value as an example. */
const EXAMPLE =
  /(?:^|[^a-z])(?:your|yours|example|examples|sample|dummy|placeholder|changeme|replace|replaceme|insert|redacted|masked|todo|fake)(?![a-z])/;

/** Words in the names of placeholders: `API_KEY`, `MY-TOKEN`, `access-token-here`. */
const WORDS = new Set(
  `my the a an api app access auth bearer basic client user users username password pass pwd passwd secret token tokens
  jwt key keys id here goes value string demo test session cookie refresh private personal some name login account
  admin authorization`.split(/\s+/),
);

/**
 * Whether a value is a variable, a placeholder or an example, which is harmless. In doubt it is a secret: an
 * extra placeholder costs a reader one field, a leak costs an account.
 */
export function isExample(value: string): boolean {
  const text = value.trim();
  if (text === '' || WHOLE.some((pattern) => pattern.test(text)) || LITERAL.test(text)) return true;
  if (text.length < 10_000 && /[$`{%!<]/.test(text)) {
    const parts: string[] = text.match(OPEN_PART) ?? [];
    const isOpen = parts.length > 0 && /^[\s.:;,_/@|"'-]*$/.test(text.replace(OPEN_PART, ''));
    if (isOpen) return parts.every((part) => literalsIn(part).every(isExample));
  }
  if (GAP.test(text.replace(PREFIX, ''))) return true;
  // Amazon's documentation uses example keys that contain EXAMPLE.
  if (/EXAMPLE(?:KEY)?$/.test(text)) return true;
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  if (text.length <= 80 && EXAMPLE.test(spaced)) return true;
  const words = spaced.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const isUpper = /^[A-Z][A-Z _-]*$/.test(text);
  return words.every((word) => WORDS.has(word)) && (words.length > 1 || isUpper);
}

/** The default of a variable, and what a substitution prints. */
const LITERALS = [
  /^\$\{\w+(?:\[[^\]]*\])?:?[-=+]([^{}]*)\}$/, // ${TOKEN:-abc}
  /^(?:\$?\{\{).*?(?:\|\||\||:-|\bor\b|\?\?)\s*(?:default\b[\s:(]*)?["']?([^"'{}()]*)/, // {{ token | default: "abc" }}
  /\b(?:echo|printf|print|Write-Output)\s+(?:-\w+\s+|["']%s(?:\\n)?["']\s+)*(?:"([^"]*)"|'([^']*)'|([^\s|)`;]+))/,
  /<<<\s*(?:"([^"]*)"|'([^']*)'|([^\s|)`;]+))/,
];

function literalsIn(part: string): string[] {
  return LITERALS.flatMap(
    (pattern) =>
      pattern
        .exec(part)
        ?.slice(1)
        .filter((found) => found !== undefined) ?? [],
  );
}
