import { markMissing } from './missing.ts';

/**
 * Reads the files that the user picked, as fields of a run: `file:NAME` with the bytes in base64.
 * @returns undefined if one is missing, which its field then says
 */
export async function pickedFiles(scope: ParentNode): Promise<[string, string][] | undefined> {
  const fields: [string, string][] = [];
  const inputs = [...scope.querySelectorAll<HTMLInputElement>('[data-file]')];
  if (markMissing(inputs)) return undefined;
  for (const input of inputs)
    for (const file of input.files ?? [])
      fields.push([`file:${input.dataset['file']}`, await base64Of(file)]);
  return fields;
}

function base64Of(file: File): Promise<string> {
  const reader = new FileReader();
  reader.readAsDataURL(file);
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error));
  });
}
