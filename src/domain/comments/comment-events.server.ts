import { eq } from 'drizzle-orm';
import { articlePath } from '#domain/articles/article.ts';
import { articles } from '#domain/articles/tables.server.ts';
import type { CommentData } from '#domain/webhooks/event-data.ts';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import type { Transaction } from '#platform/db/database.ts';

interface CommentRef {
  readonly id: string;
  readonly articleId: string;
}

/** Records for webhooks that a reader has posted a comment, which may be held, and that it is public, if it is. */
export async function recordPostedComment(
  tx: Transaction,
  comment: CommentRef,
  isPending: boolean,
): Promise<void> {
  const state = isPending ? 'held' : 'published';
  await recordWebhookEvent(tx, 'comment.created', () => commentData(tx, comment, state));
  if (!isPending) await recordPublishedComment(tx, comment);
}

/** Records for webhooks that a comment has become public. */
export function recordPublishedComment(tx: Transaction, comment: CommentRef): Promise<void> {
  return recordWebhookEvent(tx, 'comment.published', () => commentData(tx, comment, 'published'));
}

async function commentData(
  tx: Transaction,
  { id, articleId }: CommentRef,
  state: CommentData['state'],
): Promise<CommentData> {
  const [article] = await tx
    .select({ slug: articles.slug })
    .from(articles)
    .where(eq(articles.id, articleId))
    .limit(1);
  if (article === undefined) throw new Error(`The article of comment ${id} does not exist`);
  const articleUrl = articlePath(article.slug);
  return {
    id,
    state,
    url: state === 'published' ? `${articleUrl}/comments/${id}` : null,
    article: { id: articleId, url: articleUrl },
  };
}
