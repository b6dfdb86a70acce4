import { createRoute, z } from '@hono/zod-openapi';
import { approveComment, undoDecision } from '#domain/comments/decisions.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { COMMENT_STATES } from '#domain/comments/comment.ts';
import { getCommentingStatus, setCommenting } from '#domain/comments/commenting-status.server.ts';
import {
  getModeratedComment,
  listForModeration,
  type ModeratedComment,
} from '#domain/comments/moderation/moderation-list.server.ts';
import { MODERATION_REASONS } from '#domain/comments/moderation/reasons.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Database } from '#platform/db/database.ts';
import { ArticleId } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const State = z.enum(COMMENT_STATES);

const Moderated = z
  .object({
    id: z.uuid(),
    article: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
    user_email: z.string().meta({ description: 'Shown to moderators only.' }),
    comment_text: z.string(),
    created_at: z.iso.datetime(),
    status: State,
    reasons: z
      .array(z.enum(MODERATION_REASONS))
      .meta({ description: 'Why the comment was held for review.' }),
    status_before: State.nullable().meta({
      description: 'The status after the last decision is undone; null if there is none to undo.',
    }),
    decided_at: z.iso.datetime().nullable(),
    decided_by_name: z.string().nullable(),
  })
  .openapi('ModeratedComment');

const ModerationPage = z
  .object({
    comments: z.array(Moderated),
    counts: z.object({ published: z.int(), held: z.int(), deleted: z.int() }),
    total: z.int(),
    ...pageFields,
  })
  .openapi('ModerationPage');

const Commenting = z
  .strictObject({
    open: z.boolean().meta({ description: 'Whether readers can comment, as set in the newsroom.' }),
  })
  .openapi('Commenting');

const CommentId = z.object({ id: z.uuid() });
const commonProblems = problems(...NEWSROOM_ERRORS, 'not_found');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/moderation',
  method: 'get',
  summary: 'Lists all comments in one state, newest first, 20 per page',
  request: { query: z.object({ state: State.default('held'), page: PageNumber }) },
  responses: {
    200: json(ModerationPage, 'A page of comments.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const approve = createRoute({
  ...newsroomRoute,
  path: '/newsroom/comments/{id}/approval',
  method: 'post',
  summary: 'Approves a held or deleted comment',
  request: { params: CommentId },
  responses: {
    200: json(Moderated, 'The comment; the page of its article already shows it.'),
    ...commonProblems,
  },
});

const takeBack = createRoute({
  ...newsroomRoute,
  path: '/newsroom/comments/{id}/decision',
  method: 'delete',
  summary: 'Undoes the last decision about a comment',
  request: { params: CommentId },
  responses: {
    200: json(Moderated, 'The comment in its previous state.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict'),
  },
});

const commenting = { ...newsroomRoute, path: '/newsroom/articles/{id}/commenting' as const };

const readCommenting = createRoute({
  ...commenting,
  method: 'get',
  summary: 'Returns whether an article is open for comments',
  request: { params: ArticleId },
  responses: {
    200: json(Commenting, 'The setting of the article. The age of the article can also close comments.'),
    ...commonProblems,
  },
});

const changeCommenting = createRoute({
  ...commenting,
  method: 'put',
  summary: 'Opens or closes an article for comments',
  request: { params: ArticleId, body: jsonBody(Commenting) },
  responses: {
    200: json(Commenting, 'The updated setting.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'unprocessable'),
  },
});

interface ModerationApiDeps {
  readonly database: Database;
  readonly pages: Pick<PageCache, 'whenRevalidated'>;
}

/** A decision is answered after the pages are rendered again, so that moderators see its effect on the site. */
export function moderationApi({ database, pages }: ModerationApiDeps) {
  const { db } = database;
  const readAfterRendering = async (commentId: string) => {
    const comment = await getModeratedComment(db, commentId);
    await pages.whenRevalidated([pageTags.article(comment.article.id)]);
    return moderatedJson(comment);
  };
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await listForModeration(db, context.req.valid('query'));
      const comments = found.comments.map(moderatedJson);
      return context.json({ comments, counts: found.counts, ...pageJson(found) }, 200);
    })
    .openapi(approve, async (context) => {
      const { id } = context.req.valid('param');
      await approveComment(database, context.var.user, id);
      return context.json(await readAfterRendering(id), 200);
    })
    .openapi(takeBack, async (context) => {
      const { id } = context.req.valid('param');
      await undoDecision(database, context.var.user, id);
      return context.json(await readAfterRendering(id), 200);
    })
    .openapi(readCommenting, async (context) =>
      context.json(await getCommentingStatus(db, context.req.valid('param').id), 200),
    )
    .openapi(changeCommenting, async (context) => {
      const { id } = context.req.valid('param');
      const { open } = context.req.valid('json');
      await setCommenting(database, context.var.user, { articleId: id, open });
      await pages.whenRevalidated([pageTags.article(id)]);
      return context.json({ open }, 200);
    });
}

function moderatedJson(comment: ModeratedComment): z.infer<typeof Moderated> {
  return {
    id: comment.id,
    article: comment.article,
    user_email: comment.userEmail,
    comment_text: comment.commentText,
    created_at: comment.createdAt.toISOString(),
    status: comment.status,
    reasons: [...comment.reasons],
    status_before: comment.statusBefore,
    decided_at: comment.decidedAt?.toISOString() ?? null,
    decided_by_name: comment.decidedBy,
  };
}
