import { z } from 'zod';
import { setting } from './setting.ts';

export const STATISTICS_SETTINGS = {
  statistics_page_views: setting({
    schema: z.boolean(),
    default: true,
    label: 'Count page views',
    description:
      'Whether the server counts how often each page is opened, per day, and which sites link to it. It stores nothing about readers.',
  }),
} as const;
