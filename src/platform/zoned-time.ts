import { HOUR_MS } from '#platform/durations.ts';

/** A date and a time of day without a time zone, as `<input type="date">` and `<input type="time">` have them. */
export interface LocalTime {
  /** `2026-03-29` */
  readonly date: string;
  /** `02:30` */
  readonly time: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2})$/;

/** The largest offset from UTC of any time zone is 14 hours. */
const MAX_OFFSET_MS = 15 * HOUR_MS;

/**
 * The instants at which the clocks of a time zone show this time, earliest first: one; none if clocks skip it when daylight
 * saving time begins, or if it is no date; two if clocks show it again when daylight saving time ends.
 */
export function instantsOf({ date, time }: LocalTime, timeZone: string): Date[] {
  const wall = parseAsUtc(date, time);
  if (wall === null) return [];
  // The offset can only be one of those in force shortly before and after.
  const offsets = [-MAX_OFFSET_MS, MAX_OFFSET_MS].map((shift) => offsetAt(new Date(wall + shift), timeZone));
  return [...new Set(offsets)]
    .map((offset) => new Date(wall - offset))
    .filter((instant) => offsetAt(instant, timeZone) === wall - instant.getTime())
    .toSorted((one, other) => one.getTime() - other.getTime());
}

/** What the clocks of a time zone show at an instant, without seconds. */
export function localTimeAt(instant: Date, timeZone: string): LocalTime {
  const shown = new Date(instant.getTime() + offsetAt(instant, timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetAt(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((entry) => entry.type === type)?.value);
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(instant.getTime() / 1000) * 1000;
}

/** The time as if it were UTC, in milliseconds since the epoch; null for a text that is no date or no time. */
function parseAsUtc(date: string, time: string): number | null {
  if (!DATE.test(date) || !TIME.test(time)) return null;
  const parsed = new Date(`${date}T${time}Z`);
  // Browsers and servers agree on dates that do not exist only for those that they reject.
  return Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(`${date}T${time}`)
    ? null
    : parsed.getTime();
}
