/** Puts playgrounds into pages of others. */
export {};
