/** Rows that come before a page of `size` rows; the first page is 1. */
export const rowsBefore = (page: number, size: number): number => (page - 1) * size;

/** Pages of `size` rows that `total` rows fill: at least 1, also when there are none. */
export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
