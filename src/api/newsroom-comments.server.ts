import { createRoute, z } from '@hono/zod-openapi';
import { deleteComment } from '#domain/comments/decisions.server.ts';
import { listCommentsForNewsroom } from '#domain/comments/newsroom-queries.server.ts';
import type { Database } from '#platform/db/database.ts';
import { ArticleId } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Comment = z
  .object({
    id: z.uuid(),
    user_email: z.string().meta({ description: 'Not published.' }),
    comment_text: z.string(),
    created_at: z.iso.datetime(),
    status: z.enum(['published', 'held']).meta({
      description: 'A comment with the status `held` awaits moderation and is not shown to readers.',
    }),
  })
  .openapi('NewsroomComment');

const CommentPage = z
  .object({ comments: z.array(Comment), total: z.int(), ...pageFields })
  .openapi('NewsroomCommentPage');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/comments',
  method: 'get',
  summary: 'Lists the comments on an article, including pending ones, newest first, 20 per page',
  request: { params: ArticleId, query: z.object({ page: PageNumber }) },
  responses: {
    200: json(CommentPage, 'A page of comments.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const remove = createRoute({
  ...newsroomRoute,
  path: '/newsroom/comments/{id}',
  method: 'delete',
  summary: 'Deletes a comment',
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    204: { description: 'Deleted; the page of the article no longer shows it.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

export function newsroomCommentsApi({ database }: { readonly database: Database }) {
  return apiRouter<AuthenticatedEnv>()
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
      return context.json({ comments, ...pageJson(found) }, 200);
    })
    .openapi(remove, async (context) => {
      await deleteComment(database, context.var.user, context.req.valid('param').id);
      return context.body(null, 204);
    });
}
