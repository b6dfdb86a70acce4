import { DAY_MS } from '#platform/durations.ts';
import { localTime } from '#platform/local-time.ts';
import { utcDay } from '#platform/utc-day.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof DAYS)[number];

interface WeeklySchedule {
  readonly day: Weekday;
  /** 0 to 23. */
  readonly hour: number;
}

const HOURS_PER_WEEK = 168;
/**
 * A missed draft is created late within this time, for example after a downtime. The limit keeps a site that is installed
 * in the middle of a week from drafting an issue.
 */
const GRACE_HOURS = 24;

/**
 * Returns the Monday (YYYY-MM-DD, time zone of the site) of the week whose scheduled time was within the last day, or null
 * at other times. The result identifies the week and not the day, so that a change of the schedule does not lead to a
 * second draft in the same week.
 */
export function draftingWeek(now: Date, timeZone: string, { day, hour }: WeeklySchedule): string | null {
  const local = localTime(now, timeZone);
  // Monday is 0.
  const today = (local.date.getUTCDay() + 6) % 7;
  const elapsed = today * 24 + local.hour - (DAYS.indexOf(day) * 24 + hour);
  const hours = (elapsed + HOURS_PER_WEEK) % HOURS_PER_WEEK;
  if (hours >= GRACE_HOURS) return null;
  // The Monday of the scheduled time, which may have been yesterday and so in the previous week.
  return utcDay(local.date.getTime() - (today + (elapsed < 0 ? 7 : 0)) * DAY_MS);
}
