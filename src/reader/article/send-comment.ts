import type { PublicComment } from '#domain/comments/comment.ts';
import type { CommentFieldErrors } from '#domain/comments/comment-input.ts';
import { parseComment, type PostedCommentJson } from './comment-json.ts';
import { OWN_COMMENT_NAME } from './comment-messages.ts';

export type PostResult =
  | { readonly state: 'posted'; readonly comment: PublicComment }
  | { readonly state: 'invalid'; readonly fieldErrors: CommentFieldErrors }
  /** With the server's message, if the response contains one. */
  | { readonly state: 'failed'; readonly message?: string };

/** Milliseconds to wait for the response. */
const REQUEST_TIMEOUT_MS = 15_000;

/** Sends the form as JSON. Never throws: after any failure the form keeps its values and can be submitted again. */
export async function sendComment(slug: string, form: FormData): Promise<PostResult> {
  // The time since navigation start. The cached page is the same for every reader and carries no timestamp.
  const body = { ...Object.fromEntries(form), open_for_ms: Math.round(performance.now()) };
  try {
    const response = await fetch(`/api/articles/${slug}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const json: unknown = await response.json();
    if (response.ok)
      return {
        state: 'posted',
        comment: parseComment({ ...(json as PostedCommentJson), name: OWN_COMMENT_NAME }),
      };
    const { detail, fields } = json as { detail?: string; fields?: CommentFieldErrors };
    if (fields !== undefined) return { state: 'invalid', fieldErrors: fields };
    return { state: 'failed', ...(detail === undefined ? {} : { message: detail }) };
  } catch {
    return { state: 'failed' };
  }
}
