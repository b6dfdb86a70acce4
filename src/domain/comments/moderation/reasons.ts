/** Why a comment waits for a moderator. Stands in the table and in the API, so a reason is kept when code is renamed. */
export const HOLD_REASONS = [
  /** A field was filled that people do not see. */
  'honeypot',
  /** Sent sooner after the page was opened than anybody can read. */
  'haste',
  /** HTML or forum links. */
  'markup',
  /** More links than the settings allow. */
  'links',
  /** A word of the settings' list. */
  'words',
  /** The same text was posted before. */
  'repetition',
  /** The first comment from this address, and the settings want to see those. */
  'first_comment',
  /** The address belongs to an account of the newsroom. No longer given; comments held before keep it. */
  'staff_address',
] as const;

export type HoldReason = (typeof HOLD_REASONS)[number];
