import { type FeedFormat, feedTags } from '#domain/articles/feeds/feed.ts';
import { type FeedArticle, listFeedArticles } from '#domain/articles/feeds/feed-articles.server.ts';
import { authorIdsOf } from '#domain/articles/bylines.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { Publication } from '../publication.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { renderFeed } from './feed-document.ts';

/** The newest articles. */
export const articlesFeed =
  (format: FeedFormat): ReaderPage =>
  async (publication, request) => {
    const { site } = publication;
    const articles = await listFeedArticles(feedSource(publication));
    return renderFeed(
      publication,
      {
        id: `${site.url}/`,
        title: site.name,
        description: site.description,
        page: '/',
        articles,
        tags: [feedTags.all, ...authorTagsOf(articles)],
      },
      format,
      request,
    );
  };

export const feedSource = ({ db, site, feedTexts }: Publication) => ({
  db,
  siteUrl: site.url,
  texts: feedTexts,
});

/** The tags of the authors whose names a feed contains. */
export const authorTagsOf = (articles: readonly FeedArticle[]): string[] => [
  ...new Set(articles.flatMap(({ bylines }) => authorIdsOf(bylines)).map(pageTags.author)),
];
