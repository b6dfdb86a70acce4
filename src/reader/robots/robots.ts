import { pageTags } from '#domain/articles/cache-tags.ts';
import { type AiPolicy, refusedCrawlers } from '#domain/site/ai-crawlers.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { SITEMAP_PATH } from '../sitemap/sitemap-paths.ts';
import { plainText } from './plain-text.ts';

/**
 * Rules are prefixes (RFC 9309, section 2.2.2): `/admin` would also disallow a page of the publication at `/admin-guide`. The
 * documentation at `/api` is `noindex`, which a crawler must be allowed to read.
 */
const DISALLOWED_PATHS = ['/admin$', '/admin?', '/admin/', '/login$', '/login?', '/login/', '/api/'];

/** The policy for crawlers without a group of their own (https://contentsignals.org). RFC 9309 lets parsers ignore it. */
const CONTENT_SIGNALS: Readonly<Record<AiPolicy, string>> = {
  allow: '',
  search: 'Content-Signal: search=yes, ai-train=no\n',
  refuse: 'Content-Signal: search=yes, ai-input=no, ai-train=no\n',
};

/** RFC 9309, with the policy of the settings for the crawlers of AI companies. */
// oxlint-disable-next-line require-await
export const robotsFile: ReaderPage = async ({ site }) => {
  const { aiPolicy } = site.discovery;
  const refused = refusedCrawlers(aiPolicy);
  const groups = [
    `User-agent: *\n${CONTENT_SIGNALS[aiPolicy]}${DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join('')}`,
    ...(refused.length === 0
      ? []
      : [`${refused.map((token) => `User-agent: ${token}\n`).join('')}Disallow: /\n`]),
    `Sitemap: ${site.url}${SITEMAP_PATH}\n`,
  ];
  return plainText(groups.join('\n'), [pageTags.site]);
};
