/** Height in CSS pixels of an embedded card: what the code to embed reserves, and what its frame takes. */
export const EMBED_HEIGHT = 380;
