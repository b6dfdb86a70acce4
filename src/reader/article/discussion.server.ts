import { type CommentList, isCommentingOpen, listComments } from '#domain/comments/queries.server.ts';
import { settingTag } from '#domain/site/settings.ts';
import { PageNotFound } from '../answer.tsx';
import type { Publication } from '../publication.ts';

/** What stands under an article. */
export interface Discussion extends CommentList {
  readonly isOpen: boolean;
}

/** Besides the article's own: the form goes when this says so. */
export const DISCUSSION_TAG = settingTag('comment_close_after_days');

/** One page of the comments on an article; `PageNotFound` beyond the last. */
export async function readDiscussion(
  { db, pseudonymKey }: Publication,
  articleId: string,
  page: number,
): Promise<Discussion> {
  const list = await listComments(db, articleId, pseudonymKey, page);
  if (page > list.pageCount) throw new PageNotFound(`No page ${page} of comments`);
  return { ...list, isOpen: await isCommentingOpen(db, articleId) };
}
