import { authorPath } from '#domain/articles/authors/author.ts';
import { findAuthor } from '#domain/articles/authors/queries.server.ts';
import { type FeedFormat, feedPath, feedTags } from '#domain/articles/feeds/feed.ts';
import { byAuthor, listFeedArticles } from '#domain/articles/feeds/feed-articles.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { authorTagsOf, feedSource } from '../feeds/article-feeds.ts';
import { renderFeed } from '../feeds/feed-document.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { redirectToAuthor } from './author-page.tsx';

/** The newest articles of an author. */
export const authorFeed =
  (format: FeedFormat): ReaderPage =>
  async (publication, request) => {
    const { db, site } = publication;
    const slug = request.params['slug'] ?? '';
    const author = await findAuthor(db, slug);
    if (author === null)
      return redirectToAuthor(db, slug, (current) => feedPath(authorPath(current), format));
    const articles = await listFeedArticles(feedSource(publication), byAuthor(db, author.id));
    return renderFeed(
      publication,
      {
        id: `urn:uuid:${author.id}`,
        title: `${author.name} – ${site.name}`,
        description: `Articles by ${author.name} in ${site.name}.`,
        page: authorPath(author.slug),
        articles,
        tags: [
          feedTags.author(author.id),
          pageTags.author(author.id),
          pageTags.authorPage(author.id),
          ...authorTagsOf(articles),
        ],
      },
      format,
      request,
    );
  };
