import { z } from 'zod';
import { emailAddress } from '#platform/mail/email-address-schema.ts';
import { line, setting } from './setting.ts';
import { webAddress } from './web-address.ts';

const INVALID_ADDRESS = 'Please enter an email address.';
const MAX_LINES = 8;
const MAX_LINKS = 12;

const profileUrl = webAddress(/^https:\/\/\P{Cc}+$/u);

/** How readers reach the publication. */
export const CONTACT_SETTINGS = {
  contact_introduction: setting({
    schema: line(300),
    default: 'A correction, a tip, a question, a piece you would like to write: every message is read.',
    label: 'Introduction',
    description: 'Text below the heading of the contact page, and its description for search engines.',
  }),
  contact_email: setting({
    schema: emailAddress({ invalid: INVALID_ADDRESS }),
    default: 'editor@meridian.example',
    label: 'Public email address',
    description: 'Shown on the contact page, and the sender of emails unless MAIL_FROM is set.',
    variable: 'SITE_EMAIL',
  }),
  contact_recipient: setting({
    schema: z.union([z.literal(''), emailAddress({ invalid: INVALID_ADDRESS })], INVALID_ADDRESS),
    default: '',
    label: 'Recipient of contact messages',
    description:
      'Gets the messages of the contact form after the address was confirmed by an emailed link. Empty for the public email address.',
  }),
  contact_address: setting({
    schema: z.array(line(120)).max(MAX_LINES, `Please enter at most ${MAX_LINES} lines.`),
    default: ['Editorial office', '1 Meridian Way', 'Example City'],
    label: 'Postal address',
    description: `Lines of the postal address on the contact page and in emails; at most ${MAX_LINES}.`,
    variable: 'SITE_ADDRESS',
  }),
  contact_social: setting({
    schema: z.array(profileUrl).max(MAX_LINKS, `Please enter at most ${MAX_LINKS} addresses.`),
    default: ['https://mastodon.example/@meridian', 'https://bluesky.example/meridian'],
    label: 'Social profiles',
    description: `https addresses of the social profiles of the publication; at most ${MAX_LINKS}.`,
    variable: 'SITE_SOCIAL',
  }),
} as const;
