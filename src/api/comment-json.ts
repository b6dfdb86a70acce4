import { z } from '@hono/zod-openapi';
import type { PublicComment } from '#domain/comments/comment.ts';

/** A comment as anybody may read it: nothing in it says whose address it came from. */
export const Comment = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'A pseudonym that is the same wherever somebody comments.' }),
    comment_text: z.string().meta({ description: 'Plain text with line breaks.' }),
    created_at: z.iso.datetime(),
  })
  .openapi('Comment');

export function commentJson({ id, name, text, createdAt }: PublicComment): z.infer<typeof Comment> {
  return { id, name, comment_text: text, created_at: createdAt.toISOString() };
}
