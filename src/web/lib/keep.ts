/**
 * Values of variables that are kept for this tab, in `sessionStorage`, unless the page has an empty tick for their kind:
 * secret values, or the others. Signing out deletes them.
 */
type Fields = readonly HTMLInputElement[];

const tickOf = ({ dataset }: HTMLInputElement) =>
  document.querySelector<HTMLInputElement>(
    `[data-keeps=${dataset['secret'] === undefined ? 'values' : 'secrets'}]`,
  );

/** Keeps what is in the fields. @param of the playground */
export function keep(of: string, fields: Fields): void {
  const kept = fields.filter((field) => field.value !== '' && tickOf(field)?.checked !== false);
  try {
    if (kept.length === 0) sessionStorage.removeItem(`kept ${of}`);
    else sessionStorage.setItem(`kept ${of}`, JSON.stringify(kept.map(({ name, value }) => [name, value])));
  } catch {
    // A frame of another site may have no storage, or it is full.
  }
}

/** Returns the kept values by the names of their fields. */
export function keptValues(of: string): Map<string, string> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(`kept ${of}`) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** Fills in values, and ticks their kind: they are kept. */
export function fillIn(fields: Fields, values: ReadonlyMap<string, string>, ticks = true): void {
  for (const input of fields) {
    const value = values.get(input.name);
    if (value === undefined) continue;
    input.value = value;
    const tick = tickOf(input);
    if (tick !== null && ticks) tick.checked = true;
  }
}
