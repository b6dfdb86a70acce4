import { pageTags } from '#domain/articles/tags.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { SITEMAP_PATH } from '../sitemap/sitemap-paths.ts';

const DISALLOWED_PATHS = ['/admin', '/login', '/api'];

/** RFC 9309. */
// oxlint-disable-next-line require-await
export const robotsFile: ReaderPage = async ({ site }) => ({
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `User-agent: *\n${DISALLOWED_PATHS.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site.url}${SITEMAP_PATH}\n`,
  tags: [pageTags.site],
});
