import { createRoute, z } from '@hono/zod-openapi';
import { deleteComment } from '#domain/comments/deleting.server.ts';
import { listCommentsForNewsroom } from '#domain/comments/newsroom-queries.server.ts';
import type { Database } from '#platform/db/database.ts';
import { ArticleId } from './article-json.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json } from './frame/json.ts';
import { pageCounts, PageNumber } from './frame/page-number.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const Comment = z
  .object({
    id: z.uuid(),
    user_email: z.string().meta({ description: 'Shown nowhere but here.' }),
    comment_text: z.string(),
    created_at: z.iso.datetime(),
    status: z.enum(['published', 'held']).meta({ description: 'A held one is not shown to readers.' }),
  })
  .openapi('NewsroomComment');

const CommentPage = z
  .object({ comments: z.array(Comment), total: z.int(), ...pageCounts })
  .openapi('NewsroomCommentPage');

const list = createRoute({
  ...newsroom,
  path: '/newsroom/articles/{id}/comments',
  method: 'get',
  summary: 'The comments on an article, held ones included, newest first, 20 a page',
  request: { params: ArticleId, query: z.object({ page: PageNumber }) },
  responses: {
    200: json(CommentPage, 'A page of comments.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

const remove = createRoute({
  ...newsroom,
  path: '/newsroom/comments/{id}',
  method: 'delete',
  summary: 'Deletes a comment',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    204: { description: 'It is gone, from the page of its article too.' },
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found'),
  },
});

export function newsroomCommentsApi({ database }: { readonly database: Database }) {
  return apiRouter<SignedInEnv>()
    .openapi(list, async (context) => {
      const { page } = context.req.valid('query');
      const found = await listCommentsForNewsroom(database.db, context.req.valid('param').id, page);
      const comments = found.comments.map((comment) => ({
        id: comment.id,
        user_email: comment.userEmail,
        comment_text: comment.commentText,
        created_at: comment.createdAt.toISOString(),
        status: comment.status,
      }));
      return context.json(
        { comments, total: found.total, page: found.page, page_count: found.pageCount },
        200,
      );
    })
    .openapi(remove, async (context) => {
      await deleteComment(database, context.var.signedIn, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
