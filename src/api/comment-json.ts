import { z } from '@hono/zod-openapi';
import type { OwnCopy, PublicComment } from '#domain/comments/comment.ts';

/** A comment as anybody may read it: nothing in it says whose address it came from. */
export const Comment = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'A pseudonym: one for each address and article.' }),
    comment_text: z.string().meta({ description: 'Plain text with line breaks.' }),
    created_at: z.iso.datetime(),
  })
  .openapi('Comment');

export function commentJson({ id, name, text, createdAt }: PublicComment): z.infer<typeof Comment> {
  return { id, name, comment_text: text, created_at: createdAt.toISOString() };
}

/** The answer to the writer of a comment. */
export const PostedComment = Comment.omit({ name: true }).openapi('PostedComment');

export function postedCommentJson({ id, text, createdAt }: OwnCopy): z.infer<typeof PostedComment> {
  return { id, comment_text: text, created_at: createdAt.toISOString() };
}
