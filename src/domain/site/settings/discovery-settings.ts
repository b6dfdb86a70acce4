import { z } from 'zod';
import { setting } from './setting.ts';

const webAddress = z
  .string()
  .trim()
  .max(300, 'Please enter at most 300 characters.')
  .refine(
    (url) => /^https?:\/\//.test(url) && URL.canParse(url) && url.isWellFormed(),
    'Please enter an address that starts with https://.',
  );

/** How programs find the publication: feed readers and crawlers. */
export const DISCOVERY_SETTINGS = {
  discovery_hub: setting({
    schema: z.union([z.literal(''), webAddress], 'Please enter an address that starts with https://.'),
    default: '',
    label: 'WebSub hub',
    description:
      'Address of a WebSub hub. The feeds name it, and it is notified when an article changes, so that feed readers show it within seconds. Empty for none.',
  }),
} as const;
