import { z } from 'zod';
import { MAX_SCHEDULE_YEARS, scheduleError } from '../schedule/schedule.ts';

/** Articles of the section with the latest ones on the home page: a lead and eight headlines. */
export const LATEST_LIMIT = 9;

export const homePickInput = z.strictObject({
  article_id: z.uuid(),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .meta({
      description: `A moment in the future, with an offset from UTC; at most ${MAX_SCHEDULE_YEARS} years ahead. Null: until it is removed.`,
    }),
});

/** Null for a moment at which a pick can end. */
export const expiryError = scheduleError;
