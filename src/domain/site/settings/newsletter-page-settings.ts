import { z } from 'zod';
import { line, setting } from './setting.ts';

const MAX_BENEFITS = 10;

/** Texts of the newsletter page. */
export const NEWSLETTER_PAGE_SETTINGS = {
  newsletter_introduction: setting({
    schema: line(300),
    default: 'The week, read slowly: one email with the pieces worth your time, and why they are.',
    label: 'Introduction',
    description: 'Text below the heading of the newsletter page, and its description for search engines.',
  }),
  newsletter_benefits: setting({
    schema: z.array(line(200)).max(MAX_BENEFITS, `Please enter at most ${MAX_BENEFITS} benefits.`),
    default: [
      'The week’s most important analysis in one email, on one morning.',
      'African affairs and global politics side by side, as they are in life.',
      'Context before commentary: what happened, what it follows from, what to watch.',
      'Every piece free to read, for you and for anyone you send it to.',
      'No advertising, no tracking, and one click to leave.',
    ],
    label: 'Benefits',
    description: `What subscribers get, as a list on the newsletter page; at most ${MAX_BENEFITS}. Empty for no list.`,
  }),
} as const;
