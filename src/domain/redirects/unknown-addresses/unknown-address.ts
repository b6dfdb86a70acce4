/** Characters, percent-encoded. Longer addresses are not counted: nobody links to them. */
export const UNKNOWN_PATH_MAX_LENGTH = 200;

/** Addresses that a process counts between two writes, and that the table has for each day. */
export const COUNTED_ADDRESSES = 1_000;

/** Addresses of the report. */
export const REPORTED_ADDRESSES = 100;

export const IGNORED_LIMIT = 1_000;

/** Days for which counts are stored. */
export const UNKNOWN_RETENTION_DAYS = 30;
