import { tagPath } from '#domain/articles/article.ts';
import { byTag, findTag } from '#domain/articles/article-tags.server.ts';
import { type FeedFormat, feedPath, feedTags } from '#domain/articles/feeds/feed.ts';
import { listFeedArticles } from '#domain/articles/feeds/feed-articles.server.ts';
import { authorTagsOf, feedSource } from '../feeds/article-feeds.ts';
import { feedId, renderFeed } from '../feeds/feed-document.ts';
import { PageNotFound, type ReaderPage } from '../reader-page.tsx';
import { redirectToTag } from './tag-page.tsx';

/** The newest articles with a tag. */
export const tagFeed =
  (format: FeedFormat): ReaderPage =>
  async (publication, request) => {
    const { db, site } = publication;
    const spelling = request.params['slug'] ?? '';
    const tag = await findTag(db, spelling);
    if (tag === null) throw new PageNotFound(`No tag ${spelling}`);
    const { slug, name } = tag;
    if (spelling !== slug) return redirectToTag(feedPath(tagPath(slug), format));
    const articles = await listFeedArticles(feedSource(publication), byTag(db, slug));
    return renderFeed(
      publication,
      {
        id: feedId(site, `tag:${encodeURIComponent(slug)}`, tagPath(slug)),
        title: `${name} – ${site.name}`,
        description: `Articles tagged “${name}” in ${site.name}.`,
        page: tagPath(slug),
        articles,
        tags: [feedTags.tag(slug), ...authorTagsOf(articles)],
      },
      format,
      request,
    );
  };
