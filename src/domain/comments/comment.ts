/** A comment as readers see it. It does not contain the author's email address in any form. */
export interface PublicComment {
  readonly id: string;
  /** A pseudonym such as "Reader K7F2", one for each address and article. */
  readonly name: string;
  readonly text: string;
  readonly createdAt: Date;
}

/**
 * A comment as returned to the client that posted it. Without the pseudonym: anyone can enter the address of another
 * person, and would learn that person's pseudonym.
 */
export type CommentReceipt = Omit<PublicComment, 'name'>;

/**
 * `held` is pending: it waits for a moderator. `deleted` is hidden from readers, and its row is purged after the number of
 * days in the settings.
 */
export const COMMENT_STATES = ['published', 'held', 'deleted'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** Comments on one page of an article. */
export const COMMENT_PAGE_SIZE = 50;

/** Characters, after `cleanText`. */
export const COMMENT_MAX_LENGTH = 5000;

/** UTF-16 code units, before `cleanText`. Bounds the cost of cleaning. */
export const RAW_COMMENT_MAX_LENGTH = 4 * COMMENT_MAX_LENGTH;

/** Shown in place of the form, and returned for a comment from a page that still shows the form. */
export const COMMENTS_CLOSED_MESSAGE = 'Comments on this article are closed.';
