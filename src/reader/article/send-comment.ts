import type { PublicComment } from '#domain/comments/comment.ts';
import type { TypedFaults } from '#domain/comments/typed-comment.ts';
import { commentFrom, type PostedCommentJson } from './comment-json.ts';
import { OWN_NAME } from './comment-texts.ts';

export type PostOutcome =
  | { readonly state: 'posted'; readonly comment: PublicComment }
  | { readonly state: 'unfit'; readonly faults: TypedFaults }
  /** With what the server says about it, if it said anything meant for people. */
  | { readonly state: 'failed'; readonly message?: string };

/** Milliseconds after which the server counts as gone. */
const PATIENCE = 15_000;

/** Sends what the form holds. Never throws: whatever went wrong, what was typed is still there to be sent again. */
export async function sendComment(slug: string, form: FormData): Promise<PostOutcome> {
  // How long the page was open: the page itself is the same for everybody and cannot tell.
  const body = { ...Object.fromEntries(form), open_for_ms: Math.round(performance.now()) };
  try {
    const response = await fetch(`/api/articles/${slug}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer: unknown = await response.json();
    if (response.ok)
      return { state: 'posted', comment: commentFrom({ ...(answer as PostedCommentJson), name: OWN_NAME }) };
    const { detail, fields } = answer as { detail?: string; fields?: TypedFaults };
    if (fields !== undefined) return { state: 'unfit', faults: fields };
    return { state: 'failed', ...(detail === undefined ? {} : { message: detail }) };
  } catch {
    return { state: 'failed' };
  }
}
