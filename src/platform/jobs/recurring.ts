import type { z } from 'zod';
import { MINUTE_MS } from '#platform/durations.ts';
import { localTime } from '#platform/local-time.ts';
import { utcDay } from '#platform/utc-day.ts';
import type { JobKind } from './job.ts';

/** A job that runs once per time slot, regardless of the number of processes. */
export interface Recurring {
  readonly job: JobKind;
  readonly payload: unknown;
  /** The name of the slot that contains `now`. */
  slotAt(now: Date, timeZone: string): string;
}

/**
 * Once every `minutes`, 1 to 1440. Finished jobs, whose keys mark their slots as done, are stored for only two days.
 */
export function every<Payload extends z.ZodType>(
  { minutes }: { readonly minutes: number },
  job: JobKind<Payload>,
  payload: z.input<Payload>,
): Recurring {
  if (!(minutes >= 1 && minutes <= 1440)) throw new RangeError('every: from 1 to 1440 minutes');
  return { job, payload, slotAt: (now) => String(Math.floor(now.getTime() / (minutes * MINUTE_MS))) };
}

/**
 * Once a day, from `hour` on (0 to 23, in the time zone of the site). Hours that are skipped or repeated by daylight
 * saving time have no effect. If no process ran at that hour, the job runs when one starts; of several missed days only
 * the last.
 */
export function daily<Payload extends z.ZodType>(
  { hour }: { readonly hour: number },
  job: JobKind<Payload>,
  payload: z.input<Payload>,
): Recurring {
  return {
    job,
    payload,
    slotAt(now, timeZone) {
      const local = localTime(now, timeZone);
      if (local.hour < hour) local.date.setUTCDate(local.date.getUTCDate() - 1);
      return utcDay(local.date);
    },
  };
}
