export const SITEMAP_PATH = '/sitemap.xml';
export const PAGES_SITEMAP_PATH = '/sitemap-pages.xml';
export const TAGS_SITEMAP_PATH = '/sitemap-tags.xml';
export const NEWS_SITEMAP_PATH = '/sitemap-news.xml';

/** A Hono pattern: `:file` is the name of one part of the articles, for example `sitemap-articles-2026-11-1.xml`. */
export const ARTICLE_SITEMAP_PATTERN =
  '/:file{sitemap-articles-[12][0-9]{3}-(?:0[1-9]|1[0-2])-[1-9][0-9]{0,3}\\.xml}';

/** @param part starts at 1 */
export const articleSitemapPath = (month: string, part: number) => `/sitemap-articles-${month}-${part}.xml`;

/** The month and part in a name that matches `ARTICLE_SITEMAP_PATTERN`. */
export function parseArticleSitemap(file: string): { readonly month: string; readonly part: number } {
  const [, , year, month, part] = file.slice(0, -'.xml'.length).split('-');
  return { month: `${year}-${month}`, part: Number(part) };
}
