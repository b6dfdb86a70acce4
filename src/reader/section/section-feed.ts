import { type FeedFormat, feedPath, feedTags } from '#domain/articles/feeds/feed.ts';
import { inSection, listFeedArticles } from '#domain/articles/feeds/feed-articles.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { sectionPath } from '#domain/categories/section.ts';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import { authorTagsOf, feedSource } from '../feeds/article-feeds.ts';
import { feedId, renderFeed } from '../feeds/feed-document.ts';
import { PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { permanentRedirect } from '../redirect.ts';
import { findRequestedSection } from './requested-section.ts';

/** The newest articles of a section. A feed below a former path redirects, as the listing does. */
export const sectionFeed =
  (format: FeedFormat): ReaderPage =>
  async (publication, request) => {
    const { site } = publication;
    const section = findRequestedSection(publication, request);
    if (section === null) throw new PageNotFound(`No section at ${request.path}`);
    const page = sectionPath(section);
    const path = feedPath(page, format);
    if (request.path !== path) return permanentRedirect(path, [SECTIONS_TAG, pageTags.site]);
    const articles = await listFeedArticles(feedSource(publication), inSection(section.slug));
    return renderFeed(
      publication,
      {
        id: feedId(site, `section:${section.slug}`, page),
        title: `${section.name} – ${site.name}`,
        description: section.description || site.tagline,
        page,
        articles,
        tags: [feedTags.section(section.slug), pageTags.section(section.slug), ...authorTagsOf(articles)],
      },
      format,
      request,
    );
  };
