/** Which page of a list it is, and how many there are. */
export interface Paged {
  /** Rows on all pages. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  /** At least 1. */
  readonly pageCount: number;
}

/** Offset of a page of `size` rows; the first page is 1. */
export const pageOffset = (page: number, size: number): number => (page - 1) * size;

/** Number of pages of `size` rows for `total` rows; at least 1. */
export const countPages = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
