import { type Discussion, readDiscussion } from '#domain/comments/queries.server.ts';
import { settingTag } from '#domain/site/settings.ts';
import { PageNotFound } from '../answer.tsx';
import type { Publication } from '../publication.ts';

/** Besides the article's own: the form goes when this says so. */
export const DISCUSSION_TAG = settingTag('comment_close_after_days');

/** One page of the comments on an article; `PageNotFound` beyond the last. */
export async function discussionPage(
  { db, pseudonymKey, settings }: Publication,
  articleId: string,
  page: number,
): Promise<Discussion> {
  const { comment_close_after_days: closeAfterDays } = await settings();
  const discussion = await readDiscussion(db, { articleId, page, pseudonymKey, closeAfterDays });
  if (page > discussion.pageCount) throw new PageNotFound(`No page ${page} of comments`);
  return discussion;
}
