import { createRoute, z } from '@hono/zod-openapi';
import type { Comments } from '#domain/comments/comments.server.ts';
import { networkOf } from '#http/network.server.ts';
import { PostedComment, postedCommentJson } from './comment-json.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

/** Wide limits against abuse. The command validates the comment and writes the error messages. */
const NewComment = z
  .strictObject({
    user_email: z.string().max(1_000).meta({ description: 'Never published in any form.' }),
    comment_text: z.string().max(20_000).meta({ description: 'Plain text, up to 5,000 characters.' }),
    website: z.string().max(1_000).default('').meta({ description: 'Leave it empty.' }),
    open_for_ms: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Milliseconds for which the page with the form was open, if known.' }),
  })
  .openapi('NewComment');

const post = createRoute({
  path: '/articles/{slug}/comments',
  method: 'post',
  tags: ['Comments'],
  summary: 'Posts a comment on a published article',
  description:
    'Some comments are reviewed before they appear. The response is the same for them and contains no name.',
  request: { params: z.object({ slug: z.string().max(80) }), body: jsonBody(NewComment) },
  responses: {
    201: json(PostedComment, 'The comment as it was stored.'),
    ...problems('invalid', 'forbidden', 'not_found', 'too_large', 'unprocessable', 'too_many'),
  },
});

interface CommentsApiDeps {
  readonly comments: Pick<Comments, 'post'>;
  /** The number of trusted reverse proxies in front of this process. */
  readonly trustProxy: number;
}

export function commentsApi({ comments, trustProxy }: CommentsApiDeps) {
  return apiRouter().openapi(post, async (context) => {
    const { website, open_for_ms, ...input } = context.req.valid('json');
    const { comment } = await comments.post({
      ...input,
      articleSlug: context.req.valid('param').slug,
      honeypotValue: website,
      timeOnPageMs: open_for_ms ?? null,
      network: networkOf(context, trustProxy),
    });
    return context.json(postedCommentJson(comment), 201);
  });
}
