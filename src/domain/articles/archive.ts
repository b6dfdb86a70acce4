/** A month in which articles were published. */
export interface ArchiveMonth {
  /** Like `2026-11`. */
  readonly month: string;
  /** Published articles; at least 1. */
  readonly count: number;
}

/** Below the list of all articles. A section with the same path has precedence. */
export const ARTICLE_ARCHIVE_PATH = '/articles/archive';

/** @param period a year like `2026`, or a month like `2026-11` */
export const archivePath = (period: string) => `${ARTICLE_ARCHIVE_PATH}/${period.replace('-', '/')}`;
