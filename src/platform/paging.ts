/** Rows on one page of a list of the newsroom, except the audit log (decision: 20 per page). */
export const NEWSROOM_PAGE_SIZE = 20;

/** Which page of a list it is, and how many there are. */
export interface Paged {
  /** Rows on all pages. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  /** At least 1. */
  readonly pageCount: number;
}

export interface PageOf<Row> extends Paged {
  readonly rows: readonly Row[];
}

interface PagedQuery<Row> {
  limit(rows: number): { offset(rows: number): PromiseLike<Row[]> };
}

/** Reads one page of a list of the newsroom. @param query its rows in their order @param count how many rows all pages have */
export async function readPage<Row>(
  query: PagedQuery<Row>,
  { page, count }: { readonly page: number; readonly count: PromiseLike<number> },
): Promise<PageOf<Row>> {
  const total = await count;
  const rows = await query.limit(NEWSROOM_PAGE_SIZE).offset(pageOffset(page, NEWSROOM_PAGE_SIZE));
  return { rows, total, page, pageCount: countPages(total, NEWSROOM_PAGE_SIZE) };
}

/** Offset of a page of `size` rows; the first page is 1. */
export const pageOffset = (page: number, size: number): number => (page - 1) * size;

/** Number of pages of `size` rows for `total` rows; at least 1. */
export const countPages = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
