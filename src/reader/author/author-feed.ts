import { authorFeedPath, authorPath } from '#domain/articles/authors/author.ts';
import { findAuthorListing } from '#domain/articles/authors/queries.server.ts';
import { atomFeed, FEED_SIZE } from '../feeds/atom-feed.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { authorPageTags, redirectToAuthor } from './author-page.tsx';

/** The newest articles of an author as an Atom feed. */
export const authorFeed: ReaderPage = async (publication, { params }) => {
  const slug = params['slug'] ?? '';
  const listing = await findAuthorListing(publication.db, slug, { page: 1, size: FEED_SIZE });
  if (listing === null) return redirectToAuthor(publication.db, slug, authorFeedPath);
  const { author, articles } = listing;
  return atomFeed(publication, {
    id: `urn:uuid:${author.id}`,
    title: `${author.name} – ${publication.site.name}`,
    subtitle: publication.site.tagline,
    path: authorFeedPath(author.slug),
    pagePath: authorPath(author.slug),
    articles,
    tags: authorPageTags(listing),
  });
};
