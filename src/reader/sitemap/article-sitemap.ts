import { articlePath } from '#domain/articles/article.ts';
import { listArticlesOfMonth, type SitemapArticle } from '#domain/articles/sitemap.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Site } from '#domain/site/site.ts';
import { PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { type Element, element } from '../xml.ts';
import { location, sitemapDocument } from './sitemap-document.ts';
import { parseArticleSitemap } from './sitemap-paths.ts';

/**
 * Articles in one sitemap. The protocol allows 50,000 and 50 MB; a tenth of that is below 2 MB and rendered in tens of
 * milliseconds.
 */
export const ARTICLES_PER_SITEMAP = 5_000;

/** One part of the articles of a month, oldest first, with their lead pictures. */
export const articleSitemap: ReaderPage = async ({ db, site }, { params }) => {
  const { month, part } = parseArticleSitemap(params['file'] ?? '');
  const offset = (part - 1) * ARTICLES_PER_SITEMAP;
  const articles = await listArticlesOfMonth(db, month, { offset, limit: ARTICLES_PER_SITEMAP });
  if (articles.length === 0) throw new PageNotFound(`No sitemap of ${month}, part ${part}`);
  return sitemapDocument({
    root: 'urlset',
    extension: 'image',
    entries: articles.map((article) => entry(article, site)),
    tags: [pageTags.sitemapMonth(month), pageTags.site],
  });
};

function entry({ slug, updatedAt, image }: SitemapArticle, site: Site): Element {
  const url = image === '' ? null : new URL(image, site.url).href;
  const picture = url === null ? [] : [element('image:image', {}, [element('image:loc', {}, url)])];
  return element('url', {}, [...location(site.url + articlePath(slug), updatedAt), ...picture]);
}
