import type { PublicComment } from '#domain/comments/comment.ts';

/** A comment in the JSON of the public API. */
export interface CommentJson {
  readonly id: string;
  readonly name: string;
  readonly comment_text: string;
  readonly created_at: string;
}

/** The response to a posted comment. */
export type PostedCommentJson = Omit<CommentJson, 'name'>;

export function parseComment({ id, name, comment_text, created_at }: CommentJson): PublicComment {
  return { id, name, text: comment_text, createdAt: new Date(created_at) };
}
