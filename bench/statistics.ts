/** The middle value; the lower of the two for an even number of values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Nearest-rank percentile; `share` is between 0 and 1. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** `1,234 (1,100–1,300)`: median, smallest, largest. */
export function spread(values: readonly number[], digits = 0): string {
  const write = (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${write(median(values))} (${write(Math.min(...values))}–${write(Math.max(...values))})`;
}
