import { z } from 'zod';

/** What can happen to an article at a later moment. */
export const SCHEDULED_ACTIONS = ['publish', 'publish_changes', 'unpublish'] as const;
export type ScheduledAction = (typeof SCHEDULED_ACTIONS)[number];

/** Years ahead for which an article can be scheduled: a typing error in the year is noticed. */
export const MAX_SCHEDULE_YEARS = 3;

export const scheduleInput = z.object({
  action: z.enum(SCHEDULED_ACTIONS),
  at: z.iso.datetime({ offset: true }).meta({
    description: `A moment in the future, with an offset from UTC; at most ${MAX_SCHEDULE_YEARS} years ahead.`,
  }),
});

/** Fields of the API by name; null for a moment that is possible. */
export function scheduleError(at: Date, now: Date): string | null {
  if (!(at.getTime() > now.getTime())) return 'Please choose a moment in the future';
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_SCHEDULE_YEARS);
  return at.getTime() > latest.getTime()
    ? `Please choose a moment within the next ${MAX_SCHEDULE_YEARS} years`
    : null;
}

/** A schedule that was taken from someone who may not publish the article any more. Nothing happens until an editor decides. */
export interface PausedSchedule {
  readonly action: ScheduledAction;
  /** The moment that was scheduled, in RFC 3339. */
  readonly at: string;
  /** Who scheduled it; empty if the account no longer exists. */
  readonly byName: string;
}
