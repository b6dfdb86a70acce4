import { utcDay } from '#platform/utc-day.ts';

/** The calendar date in a time zone, as midnight UTC of the same date, and the hour from 0 to 23. */
export function localTime(now: Date, timeZone: string): { readonly date: Date; readonly hour: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const parts = format.formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((entry) => entry.type === type)?.value);
  return { date: new Date(Date.UTC(part('year'), part('month') - 1, part('day'))), hour: part('hour') };
}

/** The calendar date in a time zone, as YYYY-MM-DD. */
export const localDay = (now: Date, timeZone: string): string => utcDay(localTime(now, timeZone).date);
