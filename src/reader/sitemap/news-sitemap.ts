import { articlePath } from '#domain/articles/article.ts';
import { listNewsArticles } from '#domain/articles/sitemap.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { DAY_MS } from '#platform/durations.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { element } from '../xml.ts';
import { location, sitemapDocument } from './sitemap-document.ts';

/** Google's rules for news sitemaps: articles of the last two days, at most 1,000. */
const NEWS_AGE_MS = 2 * DAY_MS;
const MAX_ARTICLES = 1_000;

/** The articles of the last 48 hours, for news search engines. */
export const newsSitemap: ReaderPage = async ({ db, site }, { minute }) => {
  const articles = await listNewsArticles(db, new Date(minute.getTime() - NEWS_AGE_MS), MAX_ARTICLES);
  const publication = (lang: string) =>
    element('news:publication', {}, [
      element('news:name', {}, site.name),
      element('news:language', {}, newsLanguage(lang || site.locale)),
    ]);
  return sitemapDocument({
    root: 'urlset',
    extension: 'news',
    entries: articles.map(({ slug, title, publishDate, lang }) =>
      element('url', {}, [
        ...location(site.url + articlePath(slug)),
        element('news:news', {}, [
          publication(lang),
          element('news:publication_date', {}, publishDate.toISOString()),
          element('news:title', {}, title),
        ]),
      ]),
    ),
    tags: [pageTags.sitemap, pageTags.site],
  });
};

/**
 * The language of a canonical BCP 47 tag as Google's news sitemaps require it: ISO 639 in two or three letters, but `zh-cn`
 * and `zh-tw` for simplified and traditional Chinese.
 */
function newsLanguage(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh-tw' : 'zh-cn';
  // BCP 47 reserves longer ones, of which none is registered.
  return language.length <= 3 ? language : 'und';
}
