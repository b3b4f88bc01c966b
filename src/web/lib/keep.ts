/**
 * Values of variables that are kept for this tab, in `sessionStorage`, unless the page has an empty tick for their kind:
 * secret values, or the others. Signing out deletes them.
 */
import { type Field, isSecret } from './fields.ts';
import { forTab } from './storage.ts';

type Fields = readonly Field[];

const tickOf = (field: Field) =>
  document.querySelector<HTMLInputElement>(`[data-keeps=${isSecret(field) ? 'secrets' : 'values'}]`);

/** Keeps what is in the fields. @param of the playground */
export function keep(of: string, fields: Fields): void {
  const kept = fields.filter((field) => field.value !== '' && tickOf(field)?.checked !== false);
  if (kept.length === 0) forTab.remove(`kept ${of}`);
  else forTab.set(`kept ${of}`, JSON.stringify(kept.map(({ name, value }) => [name, value])));
}

/** Returns the kept values by the names of their fields. */
export function keptValues(of: string): Map<string, string> {
  return new Map(JSON.parse(forTab.get(`kept ${of}`) ?? '[]'));
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
