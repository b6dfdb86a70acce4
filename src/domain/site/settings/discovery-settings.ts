import { z } from 'zod';
import { AI_POLICIES } from '../ai-crawlers.ts';
import { setting } from './setting.ts';
import { webAddress } from './web-address.ts';

const MAX_ASSOCIATIONS = 12;

/** With https or http. */
const publicAddress = (options: { readonly optional?: boolean } = {}) =>
  webAddress(/^https?:\/\/[^\s\p{Cc}]+$/u, { schemes: 'https:// or http://', ...options });

/** How programs find the publication: feed readers and crawlers. */
export const DISCOVERY_SETTINGS = {
  discovery_hub: setting({
    schema: publicAddress({ optional: true }),
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
    schema: z
      .array(publicAddress())
      .max(MAX_ASSOCIATIONS, `Please enter at most ${MAX_ASSOCIATIONS} addresses.`),
    default: [],
    label: 'Associations',
    description: `Addresses of the associations to which the publication belongs, for trust.txt; at most ${MAX_ASSOCIATIONS}.`,
  }),
} as const;
