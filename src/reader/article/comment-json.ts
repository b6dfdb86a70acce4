import type { PublicComment } from '#domain/comments/comment.ts';

/** A comment as the API gives it. */
export interface CommentJson {
  readonly id: string;
  readonly name: string;
  readonly comment_text: string;
  readonly created_at: string;
}

/** The answer to a comment that was posted. */
export type PostedCommentJson = Omit<CommentJson, 'name'>;

export function commentFrom({ id, name, comment_text, created_at }: CommentJson): PublicComment {
  return { id, name, text: comment_text, createdAt: new Date(created_at) };
}
