/** The innermost message: drizzle's own repeats the query. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reason(error.cause);
  return error.message || String((error as { code?: unknown }).code); // connection errors may have a code only
}
