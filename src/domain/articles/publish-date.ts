import { z } from 'zod';

/** The year before which a publication date is a typing error. */
const FIRST_YEAR = 1900;

export const publishDateInput = z.object({
  publish_date: z.iso.datetime({ offset: true }).meta({
    description: `A moment that is not in the future, from ${FIRST_YEAR} on, with an offset from UTC.`,
  }),
});

/** The message for a publication date that is not possible; null for one that is. */
export function publishDateError(date: Date, now: Date): string | null {
  if (!(date.getTime() <= now.getTime())) return 'Please choose a moment in the past';
  return date.getUTCFullYear() < FIRST_YEAR ? `Please choose a year from ${FIRST_YEAR} on` : null;
}
