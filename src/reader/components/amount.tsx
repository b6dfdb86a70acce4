import { formatCount } from '#ui/format-count.ts';
import { formatNumber } from '#ui/format-number.ts';
import { useLocale } from '#ui/locale.ts';

/** "12,345", as the publication writes numbers. */
export function Amount({ value }: { readonly value: number }) {
  return formatNumber(value, useLocale());
}

interface CountProps {
  readonly value: number;
  readonly one: string;
  readonly many: string;
}

/** A number with its noun: "1 comment", "1,204 comments". Isolated, because text from right to left would exchange them. */
export function Count({ value, one, many }: CountProps) {
  return <bdi>{formatCount(value, one, many, useLocale())}</bdi>;
}
