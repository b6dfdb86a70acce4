import { z } from 'zod';
import { AI_POLICIES } from '../ai-crawlers.ts';
import { setting } from './setting.ts';

const MAX_ASSOCIATIONS = 12;

const webAddress = z
  .string()
  .trim()
  .max(300, 'Please enter at most 300 characters.')
  .refine(
    // A line break, which `URL` ignores, would add a line to trust.txt.
    (url) => /^https?:\/\/[^\s\p{Cc}]+$/u.test(url) && URL.canParse(url) && url.isWellFormed(),
    'Please enter an address that starts with https:// or http://.',
  );

/** How programs find the publication: feed readers and crawlers. */
export const DISCOVERY_SETTINGS = {
  discovery_hub: setting({
    schema: z.union(
      [z.literal(''), webAddress],
      'Please enter an address that starts with https:// or http://.',
    ),
    default: '',
    label: 'WebSub hub',
    description:
      'Address of a WebSub hub. The feeds name it, and it is notified when an article changes, so that feed readers show it within seconds. Empty for none.',
  }),
  discovery_ai_policy: setting({
    schema: z.enum(AI_POLICIES),
    default: 'allow',
    label: 'AI companies',
    description:
      'What robots.txt, trust.txt and the headers of pages permit to AI companies: everything, everything but training models, or nothing. The results of search engines are not affected.',
  }),
  discovery_llms_file: setting({
    schema: z.boolean(),
    default: false,
    label: 'Offer llms.txt',
    description: 'Whether the site has /llms.txt, an overview of sections and articles for language models.',
  }),
  discovery_associations: setting({
    schema: z.array(webAddress).max(MAX_ASSOCIATIONS, `Please enter at most ${MAX_ASSOCIATIONS} addresses.`),
    default: [],
    label: 'Associations',
    description: `Addresses of the associations to which the publication belongs, for trust.txt; at most ${MAX_ASSOCIATIONS}.`,
  }),
} as const;
