import { formatNumber } from './format-number.ts';

/** A number with its noun: "1 comment", "1,204 comments". */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}
