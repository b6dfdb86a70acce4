/** Offset of a page of `size` rows; the first page is 1. */
export const pageOffset = (page: number, size: number): number => (page - 1) * size;

/** Number of pages of `size` rows for `total` rows; at least 1. */
export const countPages = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
