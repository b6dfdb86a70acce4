import { z } from 'zod';
import { setting } from './setting.ts';

export const NEWSLETTER_SETTINGS = {
  newsletter_day: setting({
    schema: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
    default: 'friday',
    label: 'Day',
    description: 'Day of the week on which the draft of the newsletter issue is created.',
  }),
  newsletter_hour: setting({
    schema: z.int().min(0).max(23),
    default: 8,
    label: 'Hour',
    description: 'Hour of that day, in the time zone of the site.',
  }),
} as const;
