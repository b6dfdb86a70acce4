import { z } from 'zod';
import { LATEST_MODES } from '../latest-mode.ts';
import { line, setting } from './setting.ts';

/** Texts and sections of the home page. */
export const HOME_SETTINGS = {
  home_headline: setting({
    schema: line(160, { optional: true }),
    default: '',
    label: 'Headline',
    description: 'Large headline of the home page. Empty for the tagline.',
  }),
  home_description: setting({
    schema: line(300, { optional: true }),
    default: '',
    label: 'Introduction',
    description: 'Text below the headline of the home page. Empty for the description of the publication.',
  }),
  home_button: setting({
    schema: line(40),
    default: 'EXPLORE',
    label: 'Button',
    description: 'Button below the introduction, which scrolls to the sections.',
  }),
  home_globe_shown: setting({
    schema: z.boolean(),
    default: true,
    label: 'Show the globe',
    description: 'Whether the home page has the drawing of a globe beside its headline.',
  }),
  home_latest: setting({
    schema: z.enum(LATEST_MODES),
    default: 'off',
    label: 'Latest articles',
    description:
      'Whether the home page shows a lead and up to eight headlines above the sections: the newest articles, or those that editors pick in the panel Home page. Without an article it shows nothing.',
  }),
  home_latest_title: setting({
    schema: line(80),
    default: 'Latest',
    label: 'Heading of the latest articles',
    description: 'Heading above the latest articles on the home page.',
  }),
  home_coverage_title: setting({
    schema: line(80),
    default: 'Explore Our Coverage',
    label: 'Coverage heading',
    description: 'Heading above the cards of the sections on the home page.',
  }),
  home_coverage_text: setting({
    schema: line(300, { optional: true }),
    default: 'Nine sections, each with its own desk.',
    label: 'Coverage text',
    description:
      'Text below that heading. Empty for none. Until it is changed, it names the number of cards.',
  }),
  home_newsletter_title: setting({
    schema: line(80),
    default: 'Stay Informed',
    label: 'Newsletter heading',
    description: 'Heading of the newsletter call to action on the home page.',
  }),
  home_newsletter_text: setting({
    schema: line(300),
    default: 'One email a week: the pieces worth your time, and why they are.',
    label: 'Newsletter text',
    description: 'Text of the newsletter call to action.',
  }),
  home_newsletter_button: setting({
    schema: line(40),
    default: 'Subscribe Now',
    label: 'Newsletter button',
    description: 'Button of the newsletter call to action.',
  }),
  home_newsletter_note: setting({
    schema: line(120, { optional: true }),
    default: 'Free • Weekly • Unsubscribe anytime',
    label: 'Newsletter note',
    description:
      'Small line below the newsletter buttons, on the home page and in the sign-up form. Empty for none.',
  }),
  home_weather_shown: setting({
    schema: z.boolean(),
    default: true,
    label: 'Show the weather card',
    description:
      'Whether the floating panel on every page has a weather card, which always shows the same weather.',
  }),
} as const;
