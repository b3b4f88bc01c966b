/** The fields of variables: inputs, and menus of those with choices. */
export type Field = HTMLInputElement | HTMLSelectElement;

export const fieldsOf = (scope: ParentNode): Field[] => [...scope.querySelectorAll<Field>('[data-fills]')];

/** What a run needs: the fields, and the pickers of files. */
export const neededIn = (scope: ParentNode): Field[] => [
  ...scope.querySelectorAll<Field>('[data-fills], [data-file]'),
];

/** The variable that a field fills. */
export const nameOf = ({ dataset }: Field): string => dataset['fills'] ?? '';

export const isSecret = ({ dataset }: Field): boolean => dataset['secret'] !== undefined;

/** What a field had when the page was loaded. */
export const defaultOf = (field: Field): string =>
  field instanceof HTMLInputElement
    ? field.defaultValue
    : ([...field.options].find(({ defaultSelected }) => defaultSelected)?.value ?? '');

/** Sets a value as if it were typed. A menu without it stays as it is. */
export function put(field: Field, value: string): void {
  const hasIt = field instanceof HTMLInputElement || [...field.options].some((one) => one.value === value);
  if (!hasIt || field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
