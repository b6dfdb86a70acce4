import { createRoute, z } from '@hono/zod-openapi';
import { approveComment } from '#domain/comments/approving.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import { COMMENT_STATES } from '#domain/comments/comment.ts';
import { getCommenting, setCommenting } from '#domain/comments/commenting.server.ts';
import {
  getModerated,
  listForModeration,
  type ModeratedComment,
} from '#domain/comments/moderation/list.server.ts';
import { HOLD_REASONS } from '#domain/comments/moderation/reasons.ts';
import { takeBackDecision } from '#domain/comments/taking-back.server.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Database } from '#platform/db/database.ts';
import { ArticleId } from './article-json.ts';
import { newsroom, type SignedInEnv } from './frame/access.server.ts';
import { json, jsonBody } from './frame/json.ts';
import { pageCounts, PageNumber } from './frame/page-number.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

const State = z.enum(COMMENT_STATES);

const Moderated = z
  .object({
    id: z.uuid(),
    article: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
    user_email: z.string().meta({ description: 'Shown to moderators and nobody else.' }),
    comment_text: z.string(),
    created_at: z.iso.datetime(),
    status: State,
    reasons: z.array(z.enum(HOLD_REASONS)).meta({ description: 'Why it was held when it came.' }),
    status_before: State.nullable().meta({ description: 'What taking back the last decision makes of it.' }),
    decided_at: z.iso.datetime().nullable(),
    decided_by_name: z.string().nullable(),
  })
  .openapi('ModeratedComment');

const ModerationPage = z
  .object({
    comments: z.array(Moderated),
    counts: z.object({ published: z.int(), held: z.int(), deleted: z.int() }),
    total: z.int(),
    ...pageCounts,
  })
  .openapi('ModerationPage');

const Commenting = z
  .strictObject({ open: z.boolean().meta({ description: 'Whether the newsroom lets readers comment.' }) })
  .openapi('Commenting');

const CommentId = z.object({ id: z.uuid() });
const refusals = problems('invalid', 'unauthenticated', 'forbidden', 'not_found');

const list = createRoute({
  ...newsroom,
  path: '/newsroom/moderation',
  method: 'get',
  summary: 'The comments of the whole site in one state, newest first, 20 a page',
  request: { query: z.object({ state: State.default('held'), page: PageNumber }) },
  responses: {
    200: json(ModerationPage, 'A page of comments.'),
    ...problems('invalid', 'unauthenticated', 'forbidden'),
  },
});

const approve = createRoute({
  ...newsroom,
  path: '/newsroom/comments/{id}/approval',
  method: 'post',
  summary: 'Shows a held or deleted comment to readers',
  request: { params: CommentId },
  responses: { 200: json(Moderated, 'The comment; its article shows it already.'), ...refusals },
});

const takeBack = createRoute({
  ...newsroom,
  path: '/newsroom/comments/{id}/decision',
  method: 'delete',
  summary: 'Takes the last decision about a comment back',
  request: { params: CommentId },
  responses: {
    200: json(Moderated, 'The comment, as it was before.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict'),
  },
});

const commenting = { ...newsroom, path: '/newsroom/articles/{id}/commenting' as const };

const readCommenting = createRoute({
  ...commenting,
  method: 'get',
  summary: 'Whether an article is open for comments',
  request: { params: ArticleId },
  responses: { 200: json(Commenting, 'What was decided; age may close it as well.'), ...refusals },
});

const changeCommenting = createRoute({
  ...commenting,
  method: 'put',
  summary: 'Opens an article for comments, or closes it',
  request: { params: ArticleId, body: jsonBody(Commenting) },
  responses: {
    200: json(Commenting, 'As it is now.'),
    ...problems('invalid', 'unauthenticated', 'forbidden', 'not_found', 'unprocessable'),
  },
});

interface ModerationApiParts {
  readonly database: Database;
  readonly pages: Pick<PageCache, 'settled'>;
}

/** A decision is answered when readers see it: who goes to look at once is not to doubt it. */
export function moderationApi({ database, pages }: ModerationApiParts) {
  const { db } = database;
  const settled = async (commentId: string) => {
    const comment = await getModerated(db, commentId);
    await pages.settled([pageTags.article(comment.article.id)]);
    return moderatedJson(comment);
  };
  return apiRouter<SignedInEnv>()
    .openapi(list, async (context) => {
      const { comments, counts, total, page, pageCount } = await listForModeration(
        db,
        context.req.valid('query'),
      );
      return context.json(
        { comments: comments.map(moderatedJson), counts, total, page, page_count: pageCount },
        200,
      );
    })
    .openapi(approve, async (context) => {
      const { id } = context.req.valid('param');
      await approveComment(database, context.var.signedIn, id);
      return context.json(await settled(id), 200);
    })
    .openapi(takeBack, async (context) => {
      const { id } = context.req.valid('param');
      await takeBackDecision(database, context.var.signedIn, id);
      return context.json(await settled(id), 200);
    })
    .openapi(readCommenting, async (context) =>
      context.json(await getCommenting(db, context.req.valid('param').id), 200),
    )
    .openapi(changeCommenting, async (context) => {
      const { id } = context.req.valid('param');
      const { open } = context.req.valid('json');
      await setCommenting(database, context.var.signedIn, { articleId: id, open });
      await pages.settled([pageTags.article(id)]);
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
