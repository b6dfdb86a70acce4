/** Hours for which a link to a preview works. */
export const PREVIEW_LINK_HOURS = 72;

/** Links of one article that work at the same time. */
export const PREVIEW_LINK_LIMIT = 10;

/** Days for which a link that has ended says so, instead of being unknown. */
export const ENDED_LINK_DAYS = 30;

/**
 * Path of the preview; `?token=` identifies the link. In the query, because the query of a request is never logged. Below a
 * path of its own, so that neither an article nor a page can have it.
 */
export const SHARED_PREVIEW_PATH = '/article/shared/preview';

/** A link to a preview as the newsroom lists it: without its token, of which only a hash is stored. */
export interface PreviewLink {
  readonly id: string;
  /** Null if the account was deleted. */
  readonly createdByName: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
