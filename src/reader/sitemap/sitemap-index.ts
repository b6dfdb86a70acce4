import { listSitemapMonths } from '#domain/articles/sitemap.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { element } from '../xml.ts';
import { ARTICLES_PER_SITEMAP } from './article-sitemap.ts';
import { location, sitemapDocument } from './sitemap-document.ts';
import {
  articleSitemapPath,
  NEWS_SITEMAP_PATH,
  PAGES_SITEMAP_PATH,
  TAGS_SITEMAP_PATH,
} from './sitemap-paths.ts';

/** The index of all sitemaps, newest articles first. */
export const sitemapIndex: ReaderPage = async ({ db, site }) => {
  const months = await listSitemapMonths(db);
  const parts = months.flatMap(({ month, count, lastChange }) =>
    Array.from({ length: Math.ceil(count / ARTICLES_PER_SITEMAP) }, (_, index) =>
      location(site.url + articleSitemapPath(month, index + 1), lastChange),
    ),
  );
  const others = [PAGES_SITEMAP_PATH, TAGS_SITEMAP_PATH, NEWS_SITEMAP_PATH].map((path) =>
    location(site.url + path),
  );
  return sitemapDocument({
    root: 'sitemapindex',
    entries: [...others, ...parts].map((content) => element('sitemap', {}, content)),
    tags: [pageTags.sitemap, pageTags.site],
  });
};
