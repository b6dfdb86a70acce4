import type { z } from 'zod';
import type { JobKind } from './job.ts';

/** A job that comes again by itself, once in every slot of time however many processes there are. */
export interface Recurring {
  readonly job: JobKind;
  readonly payload: unknown;
  /** The name of the slot `now` lies in. */
  slotAt(now: Date, timeZone: string): string;
}

const MINUTE_MS = 60_000;

/** Once in every `minutes`, 1 to 1440: a finished job, whose key tells that its slot was served, is kept for two days. */
export function every<Payload extends z.ZodType>(
  { minutes }: { readonly minutes: number },
  job: JobKind<Payload>,
  payload: z.input<Payload>,
): Recurring {
  if (!(minutes >= 1 && minutes <= 1440)) throw new RangeError('every: from 1 to 1440 minutes');
  return { job, payload, slotAt: (now) => String(Math.floor(now.getTime() / (minutes * MINUTE_MS))) };
}

/**
 * Once a day, from `hour` on (0 to 23, in the time zone of the site). An hour that the clocks skip or repeat makes no
 * difference. A day on which nothing ran at that hour is made up for when something does; of several only the last.
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
      return local.date.toISOString().slice(0, 10);
    },
  };
}

/** The date as midnight UTC of the same calendar day. */
function localTime(now: Date, timeZone: string): { date: Date; hour: number } {
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
