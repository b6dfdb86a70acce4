const format = new Intl.NumberFormat('en-US');

/** "12,345". Uses one shared formatter, because `toLocaleString` creates one at each call. */
export const formatNumber = (value: number): string => format.format(value);
