import { REQUIRED_FIELDS_MESSAGE } from '#domain/comments/comment-input.ts';

/** Specification, sections 4, 5 and 8. */
export const FIELDS_MISSING_TOAST = {
  title: 'Please fill all fields',
  description: REQUIRED_FIELDS_MESSAGE,
} as const;
/** In the page that the server renders again. In the browser, the messages beside the fields are enough. */
export const FIELDS_INVALID = {
  title: 'Your comment was not posted',
  description: 'Please check the marked fields.',
} as const;
export const POSTED_TOAST = {
  title: 'Comment posted!',
  description: 'Thank you for joining the conversation.',
} as const;
/** The same for published and pending comments, so that it does not reveal the moderation result (decision 0012). */
export const MAY_BE_REVIEWED =
  'Some comments are reviewed before they appear. If yours is not in the list after you reload the page, it may be waiting for review.';
export const FAILED_TOAST = { title: 'Failed to post comment', description: 'Please try again' } as const;
export const NO_COMMENTS = 'No comments yet. Be the first to share your thoughts!';
export const LOADING = 'Loading comments...';
/** The name on the reader's own comment until the page is reloaded. */
export const OWN_COMMENT_NAME = 'You';
