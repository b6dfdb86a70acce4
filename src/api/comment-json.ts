import { z } from '@hono/zod-openapi';
import type { CommentReceipt, PublicComment } from '#domain/comments/comment.ts';

/** A public comment. It contains nothing that reveals the email address of its author. */
export const Comment = z
  .object({
    id: z.uuid(),
    name: z
      .string()
      .meta({ description: 'A pseudonym that is derived from the email address and the article.' }),
    comment_text: z.string().meta({ description: 'Plain text with line breaks.' }),
    created_at: z.iso.datetime(),
  })
  .openapi('Comment');

export function commentJson({ id, name, text, createdAt }: PublicComment): z.infer<typeof Comment> {
  return { id, name, comment_text: text, created_at: createdAt.toISOString() };
}

/** The response to the author of a comment. */
export const PostedComment = Comment.omit({ name: true }).openapi('PostedComment');

export function postedCommentJson({ id, text, createdAt }: CommentReceipt): z.infer<typeof PostedComment> {
  return { id, comment_text: text, created_at: createdAt.toISOString() };
}
