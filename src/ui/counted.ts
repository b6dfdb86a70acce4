import { formatNumber } from './format-number.ts';

/** A number and what it is of: "1 comment", "1,204 comments". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
