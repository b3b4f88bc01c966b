/** What the field of a key says when the API refuses it; undefined where it did not. */
export const refusedText = (status: number | undefined): string | undefined =>
  status === 401 || status === 403 ? `The API refused this key (${status}). Check it.` : undefined;
