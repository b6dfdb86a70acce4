import { expect, test } from 'vitest';
import { weeksOf } from './month-days.ts';

test.each([
  // Begins on a Sunday.
  ['2026-11', 6, ['2026-11-01'], '2026-11-30'],
  // Four whole weeks.
  ['2027-02', 4, ['2027-02-01', '2027-02-02'], '2027-02-28'],
  ['2028-02', 5, ['2028-02-01'], '2028-02-29'],
])('the weeks of %s', (month, weeks, first, last) => {
  const days = weeksOf(month);
  expect(days.every((week) => week.length === 7)).toBe(true);
  expect(days).toHaveLength(weeks);
  const inMonth = days.flat().filter((day) => day !== null);
  expect(inMonth.slice(0, first.length)).toEqual(first);
  expect(inMonth.at(-1)).toBe(last);
  expect(new Set(inMonth).size).toBe(Number(last.slice(8)));
});
