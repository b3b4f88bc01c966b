import type { Pagination } from '../schemas/common.ts';

/** Rows to skip for a page. */
export const pageOffset = (page: number, limit: number): number => (page - 1) * limit;

/** The envelope of a list. */
export function paginate<T>(
  data: T[],
  page: number,
  limit: number,
  total: number,
): { data: T[]; pagination: Pagination } {
  return { data, pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
}
