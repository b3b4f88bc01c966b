/** Content types that curl gives to files by their names (lib/mime.c, Curl_mime_contenttype). Pure. */

const FILE_TYPES: readonly (readonly [extension: string, type: string])[] = [
  ['.gif', 'image/gif'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.htm', 'text/html'],
  ['.html', 'text/html'],
  ['.pdf', 'application/pdf'],
  ['.xml', 'application/xml'],
];

export const DEFAULT_FILE_TYPE = 'application/octet-stream';

/** Returns the type for a file extension; undefined when curl knows none. */
export function fileType(name: string): string | undefined {
  return FILE_TYPES.find(([extension]) => name.toLowerCase().endsWith(extension))?.[1];
}

/** Returns the type that curl gives to a file; `<` sends only its content, `@` also its name. */
export function usualFileType(path: string, filename: string | undefined): string | undefined {
  // The type of standard input depends only on the given name.
  const guess = path === '-' ? undefined : fileType(path);
  if (filename === undefined) return guess === 'text/plain' ? undefined : guess;
  return fileType(filename) ?? guess ?? (path === '-' ? undefined : DEFAULT_FILE_TYPE);
}
