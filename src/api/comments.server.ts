import { createRoute, z } from '@hono/zod-openapi';
import type { Comments } from '#domain/comments/comments.server.ts';
import { networkOf } from '#http/network.server.ts';
import { PostedComment, postedCommentJson } from './comment-json.ts';
import { json, jsonBody } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { apiRouter } from './frame/router.server.ts';

/** Wide limits against abuse; what a comment must be is decided, and said in words, by the command. */
const NewComment = z
  .strictObject({
    user_email: z.string().max(1_000).meta({ description: 'Never published, in no form.' }),
    comment_text: z.string().max(20_000).meta({ description: 'Plain text, up to 5,000 characters.' }),
    website: z.string().max(1_000).default('').meta({ description: 'Leave it empty.' }),
    open_for_ms: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'How long the page with the form was open, for forms that know.' }),
  })
  .openapi('NewComment');

const post = createRoute({
  path: '/articles/{slug}/comments',
  method: 'post',
  tags: ['Comments'],
  summary: 'Posts a comment on a published article',
  description:
    'A comment may first be looked at by a moderator. The answer is the same then, and names nobody.',
  request: { params: z.object({ slug: z.string().max(80) }), body: jsonBody(NewComment) },
  responses: {
    201: json(PostedComment, 'The comment, as it was taken.'),
    ...problems('invalid', 'forbidden', 'not_found', 'too_large', 'unprocessable', 'too_many'),
  },
});

interface CommentsApiParts {
  readonly comments: Pick<Comments, 'post'>;
  /** How many proxies stand in front. */
  readonly trustProxy: number;
}

export function commentsApi({ comments, trustProxy }: CommentsApiParts) {
  return apiRouter().openapi(post, async (context) => {
    const { website, open_for_ms, ...typed } = context.req.valid('json');
    const { comment } = await comments.post({
      ...typed,
      articleSlug: context.req.valid('param').slug,
      trap: website,
      openForMs: open_for_ms ?? null,
      network: networkOf(context, trustProxy),
    });
    return context.json(postedCommentJson(comment), 201);
  });
}
