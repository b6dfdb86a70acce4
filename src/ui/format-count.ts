import { formatNumber } from './format-number.ts';

/** A number with its noun: "1 comment", "1,204 comments". @param locale as of `formatNumber` */
export function formatCount(
  count: number,
  singular: string,
  plural = `${singular}s`,
  locale?: string,
): string {
  return `${formatNumber(count, locale)} ${count === 1 ? singular : plural}`;
}
