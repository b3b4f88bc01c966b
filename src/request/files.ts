/** Files of the user that a request reads: named in the command, their content given for one run. Pure. */
import type { RequestShape } from '../schemas/request-shape.ts';
import { usualFileType } from './file-types.ts';

/** Returns the names of the files that the body or the parts of a form are. */
export const filesOf = ({ body_file: body, form = [] }: RequestShape): string[] => [
  ...new Set([body, ...form.map(({ file }) => file)].filter((name) => name !== undefined)),
];

/**
 * Puts the content of files in their place.
 * @param files their bytes in base64, by name; files that are not among them stay named
 */
export function withFiles<Request extends RequestShape>(
  request: Request,
  files: ReadonlyMap<string, string>,
): Request {
  const { body_file: path = '', form, options } = request;
  const body = files.get(path);
  const parts = form?.map(({ file = '', ...part }) => {
    const base64 = files.get(file);
    if (base64 === undefined) return file === '' ? part : { ...part, file };
    const type = part.content_type ?? usualFileType(file, part.filename);
    return { ...part, value_base64: base64, ...(type !== undefined && { content_type: type }) };
  });
  const changed = { ...request, ...(parts && { form: parts }) };
  if (body === undefined) return changed;
  delete changed.body_file;
  return { ...changed, body_base64: options?.strip_newlines === true ? onOneLine(body) : body };
}

/** Leaves out what `-d @file` does. */
function onOneLine(base64: string): string {
  try {
    return btoa(atob(base64).replace(/[\r\n\0]/g, ''));
  } catch {
    return base64; // refused as what it is
  }
}
