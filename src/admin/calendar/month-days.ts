import { DAY_MS } from '#platform/durations.ts';
import { utcDay } from '#platform/utc-day.ts';

/** Midnight UTC of a day or of the first day of a month, like `2026-11-03` or `2026-11`. */
const midnight = (day: string) => Date.parse(`${day.length === 7 ? `${day}-01` : day}T00:00Z`);

/** The weeks of a month from Monday to Sunday, each day like `2026-11-03`; null before the first day and after the last. */
export function weeksOf(month: string): (string | null)[][] {
  const first = midnight(month);
  const next = midnight(shiftMonth(month, 1));
  // Sunday is 0.
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const weeks: (string | null)[][] = [];
  for (let start = monday; start < next; start += 7 * DAY_MS)
    weeks.push(
      Array.from({ length: 7 }, (_, index) => start + index * DAY_MS).map((day) =>
        day < first || day >= next ? null : utcDay(day),
      ),
    );
  return weeks;
}

/** The month that many months later, like `2026-11`. */
export function shiftMonth(month: string, months: number): string {
  const date = new Date(midnight(month));
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

const formatUtc = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Date(midnight(day)).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

/** "November 2026" */
export const monthText = (month: string): string => formatUtc(month, { month: 'long', year: 'numeric' });

/** "Tuesday, November 3" */
export const dayText = (day: string): string =>
  formatUtc(day, { weekday: 'long', month: 'long', day: 'numeric' });

/** "Monday" to "Sunday" */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
