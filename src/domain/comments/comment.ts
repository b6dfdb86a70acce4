/** A comment as the public sees it. The address of its writer is no part of it, in no form. */
export interface PublicComment {
  readonly id: string;
  /** A pseudonym, "Reader K7F2": one for each address and article. */
  readonly name: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** A comment as the answer to its writer repeats it. Without the name: anybody can type the address of somebody else. */
export type OwnCopy = Omit<PublicComment, 'name'>;

/** Held: waits for a moderator. Deleted: gone for readers, and for good when the settings say so. */
export const COMMENT_STATES = ['published', 'held', 'deleted'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** Comments on an article page; older ones follow on demand. */
export const COMMENT_PAGE_SIZE = 50;

/** Characters, after `cleanText`. */
export const COMMENT_LENGTH = 5000;

/** UTF-16 code units before `cleanText`: enough for any comment, and few enough to be cleaned in no time. */
export const RAW_COMMENT_LENGTH = 4 * COMMENT_LENGTH;

/** Characters (RFC 5321, section 4.5.3.1). */
export const ADDRESS_LENGTH = 254;

/** Stands where the form was, and answers whoever still has the form on the screen. */
export const COMMENTING_CLOSED = 'Comments on this article are closed.';
