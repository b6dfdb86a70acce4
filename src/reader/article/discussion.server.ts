import {
  type Discussion,
  type DiscussedArticle,
  findDiscussedArticle,
  getDiscussion,
} from '#domain/comments/queries.server.ts';
import { settingTag } from '#domain/site/settings.ts';
import { PageNotFound } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';

/** Cache tag that comment pages carry in addition to the article's: the setting decides when the form is removed. */
export const DISCUSSION_TAG = settingTag('comment_close_after_days');

/** A published article with the first page of its comments; null as for `findFullArticle`. */
export async function findArticleWithComments(
  { db, pseudonymKey, settings }: Publication,
  slug: string,
): Promise<DiscussedArticle | null> {
  const { comment_close_after_days: closeAfterDays } = await settings();
  return findDiscussedArticle(db, slug, { pseudonymKey, closeAfterDays });
}

/** One page of the comments on an article. Throws `PageNotFound` beyond the last page. */
export async function getDiscussionPage(
  { db, pseudonymKey, settings }: Publication,
  articleId: string,
  page: number,
): Promise<Discussion> {
  const { comment_close_after_days: closeAfterDays } = await settings();
  const discussion = await getDiscussion(db, { articleId, page, pseudonymKey, closeAfterDays });
  if (page > discussion.pageCount) throw new PageNotFound(`No page ${page} of comments`);
  return discussion;
}
