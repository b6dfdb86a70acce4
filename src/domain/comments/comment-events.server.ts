import { inArray } from 'drizzle-orm';
import { articlePath } from '#domain/articles/article.ts';
import { articles } from '#domain/articles/tables.server.ts';
import type { CommentData } from '#domain/webhooks/event-data.ts';
import { recordWebhookEvents } from '#domain/webhooks/recording.server.ts';
import type { Transaction } from '#platform/db/database.ts';

interface CommentRef {
  readonly id: string;
  readonly articleId: string;
}

type PostedCommentRef = CommentRef & Pick<CommentData, 'state'>;

/** Records for webhooks that readers have posted comments, which may be held, and which of them are public. */
export async function recordPostedComments(
  tx: Transaction,
  comments: readonly PostedCommentRef[],
): Promise<void> {
  await recordWebhookEvents(tx, 'comment.created', () => commentData(tx, comments));
  const published = comments.filter(({ state }) => state === 'published');
  if (published.length > 0) await recordPublishedComments(tx, published);
}

/** Records for webhooks that comments have become public. */
export function recordPublishedComments(tx: Transaction, comments: readonly CommentRef[]): Promise<void> {
  return recordWebhookEvents(tx, 'comment.published', () =>
    commentData(
      tx,
      comments.map((comment) => ({ ...comment, state: 'published' })),
    ),
  );
}

async function commentData(tx: Transaction, comments: readonly PostedCommentRef[]): Promise<CommentData[]> {
  const ids = [...new Set(comments.map(({ articleId }) => articleId))];
  const rows = await tx
    .select({ id: articles.id, slug: articles.slug })
    .from(articles)
    .where(inArray(articles.id, ids));
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return comments.map(({ id, articleId, state }) => {
    const slug = slugs.get(articleId);
    if (slug === undefined) throw new Error(`The article of comment ${id} does not exist`);
    const articleUrl = articlePath(slug);
    return {
      id,
      state,
      url: state === 'published' ? `${articleUrl}/comments/${id}` : null,
      article: { id: articleId, url: articleUrl },
    };
  });
}
