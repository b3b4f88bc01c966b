/** Names the unresolved values of a command. */

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
