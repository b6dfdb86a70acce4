import { tagPath } from '#domain/articles/article.ts';
import { listTagSlugs } from '#domain/articles/article-tags.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { element } from '../xml.ts';
import { location, sitemapDocument } from './sitemap-document.ts';

/** All that the protocol allows in one sitemap. Articles link to the pages of further tags. */
const MAX_TAGS = 50_000;

/** The pages of all tags. */
export const tagsSitemap: ReaderPage = async ({ db, site }) => {
  const slugs = await listTagSlugs(db, MAX_TAGS);
  return sitemapDocument({
    root: 'urlset',
    entries: slugs.map((slug) => element('url', {}, location(site.url + tagPath(slug)))),
    tags: [pageTags.sitemap, pageTags.site],
  });
};
