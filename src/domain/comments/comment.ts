/** A comment as the public sees it. The address of its writer is no part of it, in no form. */
export interface PublicComment {
  readonly id: string;
  /** A stable pseudonym, "Reader K7F2". */
  readonly name: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** Comments on an article page; older ones follow on demand. */
export const COMMENT_PAGE_SIZE = 50;
