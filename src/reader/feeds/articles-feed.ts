import { listArticlesSince } from '#domain/articles/queries.server.ts';
import { cardTags, pageTags } from '#domain/articles/tags.ts';
import type { ReaderPage } from '../reader-page.tsx';
import { atomFeed, FEED_SIZE } from './atom-feed.ts';
import { FEED_PATH } from './feed-path.ts';

const BEGINNING = new Date(0);

/** The newest articles as an Atom feed. */
export const articlesFeed: ReaderPage = async (publication) => {
  const { db, site } = publication;
  const articles = await listArticlesSince(db, BEGINNING, FEED_SIZE);
  return atomFeed(publication, {
    id: `${site.url}/`,
    title: site.name,
    subtitle: site.tagline,
    path: FEED_PATH,
    pagePath: '/',
    articles,
    tags: [pageTags.list, ...articles.flatMap(cardTags), pageTags.site],
  });
};
