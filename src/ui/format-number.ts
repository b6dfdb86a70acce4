const format = new Intl.NumberFormat('en-US');

/** "12,345". One formatter for all: `toLocaleString` creates a new one at each call. */
export const formatNumber = (value: number): string => format.format(value);
