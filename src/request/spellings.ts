/** How variables are written in a request, and what they are called. */

/** `<id>`, `<post.id>`, `<your key>`, as documentation writes what is to be filled in; not `<https://a.example>`. */
export const ANGLED = String.raw`<(?!\w+:\/\/)\p{L}(?:[\p{L}\d_ .:\/|-]{0,38}[\p{L}\d])?>`;

/**
 * Spellings of a variable: `<NAME>`, `{{NAME}}`, `${{ secrets.NAME }}`, `${NAME}`, `${NAME:-default}`, `$env:NAME`, `$NAME`,
 * `%NAME%`; and a command in its place, which {@link nameOf} names: `$(uuidgen)`, `` `uuidgen` ``.
 */
const SPELLING = new RegExp(
  String.raw`(${ANGLED})|\$?\{\{\s*[$.]?([\w.$-]+)\s*\}\}|\$\{(\w+)(?:[^\w{}](?:[^{}]|\{[^{}]{0,500}\}){0,500})?\}|\$(?:[A-Za-z]+:(?=[A-Za-z_]))?([A-Za-z_]\w*|\d)|%([A-Za-z_]\w*)%|(\$\((?:[^()]|\([^()]*\)){1,500}\)|${'`'}[^${'`'}]{1,500}${'`'})`,
  'gu',
);

/** Returns the variable name for a command substitution: `$(date +%s)` → `DATE_S`. */
export function nameOf(command: string): string {
  const name = command
    .slice(0, 200)
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 40)
    .toUpperCase();
  return name === '' || /^\d/.test(name) ? `VALUE_${name}`.replace(/_$/, '') : name;
}

/** What `<your key>` is called: `your_key`. */
export const placeholderName = (written: string): string =>
  written.slice(1, -1).replace(/[^\p{L}\d]+/gu, '_');

/** Whether a value by name applies to a variable with this text. */
export const isFoundByName = (name: string, text: string): boolean =>
  spellingsIn({ text }).get(name)?.has(text) === true;

/** Returns all texts in a value, names of fields and headers included. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)]);
}

/** Returns the texts of all variables in a request, by name. */
export function spellingsIn(request: object): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [text, angled, ...names] of textsOf(request).join('\0').matchAll(SPELLING)) {
    const command = names[4];
    const given = (angled && placeholderName(angled)) ?? names.find((one) => one !== undefined) ?? '';
    const name = command === undefined ? given : nameOf(command);
    // A file's content is named after the file: `$(cat data.json)` is DATA_JSON.
    const file = command === undefined ? undefined : /^\$\(cat ([^)]*)\)$/.exec(command)?.[1];
    for (const called of file === undefined ? [name] : [name, nameOf(file)])
      found.set(called, (found.get(called) ?? new Set()).add(text));
  }
  return found;
}
