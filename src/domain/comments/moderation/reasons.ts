/** Why a comment is pending. The values are stored in the database and part of the API, so they must not be renamed. */
export const MODERATION_REASONS = [
  /** The honeypot field was filled. */
  'honeypot',
  /** Submitted too soon after the page was opened. */
  'haste',
  /** HTML, BBCode or Markdown links. */
  'markup',
  /** More links than the settings allow. */
  'links',
  /** Contains a word or phrase of the list in the settings. */
  'words',
  /** The same text was posted before. */
  'repetition',
  /** The first comment from this address. Only if the settings require moderation of first comments. */
  'first_comment',
  /** The address belongs to a staff account. No longer assigned, but stored with older comments. */
  'staff_address',
] as const;

export type ModerationReason = (typeof MODERATION_REASONS)[number];
