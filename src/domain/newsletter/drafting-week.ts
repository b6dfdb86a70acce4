const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof DAYS)[number];

interface Appointment {
  readonly day: Weekday;
  /** 0 to 23. */
  readonly hour: number;
}

const HOURS_A_WEEK = 168;
/** A site that was down at that hour makes up for it; one that is installed in the middle of a week has nothing to make up. */
const GRACE_HOURS = 24;

/**
 * The Monday (YYYY-MM-DD) of the week whose appointment was within the last day, in the zone of the site, or null between
 * appointments. The week and not the day names it: moving the appointment gives a week no second one.
 */
export function draftingWeek(now: Date, timeZone: string, { day, hour }: Appointment): string | null {
  const local = localTime(now, timeZone);
  const since = local.day * 24 + local.hour - (DAYS.indexOf(day) * 24 + hour);
  const hours = (since + HOURS_A_WEEK) % HOURS_A_WEEK;
  if (hours >= GRACE_HOURS) return null;
  // Of the appointment, which may have been yesterday and so in the week before.
  const monday = new Date(local.midnight - (local.day + (since < 0 ? 7 : 0)) * 86_400_000);
  return monday.toISOString().slice(0, 10);
}

/** Monday is 0; midnight as UTC of the same calendar day. */
function localTime(now: Date, timeZone: string): { day: number; hour: number; midnight: number } {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((entry) => entry.type === type)?.value);
  const midnight = Date.UTC(part('year'), part('month') - 1, part('day'));
  return { day: (new Date(midnight).getUTCDay() + 6) % 7, hour: part('hour'), midnight };
}
