/** Characters. */
export const URL_MAX_LENGTH = 2000;

/** Limit of the stored HTML, without its pictures, which are stored as files. Also a database constraint. */
export const CONTENT_MAX_BYTES = 2 * 1024 * 1024;
