/** Distinguishes example values from real secrets. Pure. */

/** Values that are only a variable or a placeholder. */
const OPEN = [
  /^\$\w+$/, // $TOKEN
  /^\$\{[^{}]*\}$/, // ${TOKEN}
  /^\$\{\{[^{}]*\}\}$/, // ${{ secrets.TOKEN }}
  /^\$\([^()]*\)$/, // $(cat token)
  /^`[^`]*`$/,
  /^\$env:\w+$/i,
  /^%\w+%$/,
  /^!\w+!$/,
  /^\{\{[^{}]*\}\}$/, // {{token}}
  /^\{[\w.-]+\}$/, // {token}
  /^<[^<>]*>$/, // <token>
  /^\[[\w .-]*\]$/, // [token]
  /^:[a-z_]+$/i, // :token
  /^[xX*._…•#?-]{3,}$/, // xxx, ***, ...
  /^…$/,
];

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
  if (text === '' || OPEN.some((pattern) => pattern.test(text))) return true;
  if (/^(?:true|false|null|undefined|none)$/i.test(text)) return true;
  if (GAP.test(text.replace(PREFIX, ''))) return true;
  // Amazon's documentation uses example keys that contain EXAMPLE.
  if (/EXAMPLE(?:KEY)?$/.test(text)) return true;
  const spaced = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  if (text.length <= 80 && EXAMPLE.test(spaced)) return true;
  const words = spaced.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const isUpper = /^[A-Z][A-Z _-]*$/.test(text);
  return words.every((word) => WORDS.has(word)) && (words.length > 1 || isUpper);
}
