/**
 * Values of variables that are kept for this tab, in `sessionStorage`: a secret one only if its "Keep for this tab" is ticked.
 * Signing out deletes them.
 */
type Fields = readonly HTMLInputElement[];

/** Keeps what is in the fields. @param of the playground */
export function keep(of: string, fields: Fields): void {
  const kept = fields.filter(({ value, dataset, parentElement }) => {
    const tick = parentElement?.parentElement?.querySelector<HTMLInputElement>('[data-keeps]');
    return value !== '' && (dataset['secret'] === undefined || tick?.checked === true);
  });
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

/** Fills in values, and ticks the secret ones: they are kept. */
export function fillIn(fields: Fields, values: ReadonlyMap<string, string>, ticks = true): void {
  for (const input of fields) {
    const value = values.get(input.name);
    if (value === undefined) continue;
    input.value = value;
    const tick = input.parentElement?.parentElement?.querySelector<HTMLInputElement>('[data-keeps]');
    if (tick && ticks) tick.checked = true;
  }
}
