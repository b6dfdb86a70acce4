import { FIELDS_MISSING } from '#domain/comments/typed-comment.ts';

/** Specification, sections 4, 5 and 8. */
export const MISSING = { title: 'Please fill all fields', description: FIELDS_MISSING } as const;
export const POSTED = {
  title: 'Comment posted!',
  description: 'Thank you for joining the conversation.',
} as const;
/** The same for every comment, shown at once or held: nobody learns from it what passes (decision 0012). */
export const MAY_BE_REVIEWED =
  'Some comments are reviewed before they appear. If yours is not in the list after you reload the page, it may be waiting for review.';
export const FAILED = { title: 'Failed to post comment', description: 'Please try again' } as const;
export const NONE_YET = 'No comments yet. Be the first to share your thoughts!';
export const LOADING = 'Loading comments...';
/** Over the reader's own comment until the page is loaded again. */
export const OWN_NAME = 'You';
