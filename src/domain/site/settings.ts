import { z } from 'zod';

function days(most: number) {
  const complaint = `Please give a number of days from 1 to ${most}.`;
  return z.int(complaint).min(1, complaint).max(most, complaint);
}

/** Ten years at most: what is to be kept for ever says null. */
const YEARS = days(3650);
const YEAR = days(365);

/**
 * What the newsroom decides while the site runs; what an installation is decides `Site`. A setting has one name: in the
 * table, in the API and here. A new one is a line here and a line among the defaults.
 */
export const SETTINGS = {
  comment_held_words: z
    .array(z.string().trim().toLowerCase().min(2).max(60))
    .max(500)
    .meta({ description: 'Words and phrases; a comment with one of them waits for a moderator.' }),
  comment_links_allowed: z
    .int()
    .min(0)
    .max(20)
    .meta({ description: 'A comment with more links waits for a moderator.' }),
  comment_first_held: z
    .boolean()
    .meta({ description: 'Whether the first comment from an address waits for a moderator.' }),
  comment_close_after_days: z.int().min(1).max(3650).nullable().meta({
    description: 'Days after its publication at which an article takes no more comments; null: never.',
  }),
  comment_deleted_kept_days: z
    .int()
    .min(1)
    .max(365)
    .meta({ description: 'Days for which a deleted comment can be brought back.' }),
  article_revisions_retention_days: YEARS.nullable().meta({
    description:
      'Days for which the revisions of articles are kept; null: for ever. The newest revision of an article and its newest published one always stay.',
  }),
  newsletter_day: z
    .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
    .meta({ description: 'Day of the week on which the issue of the newsletter drafts itself.' }),
  newsletter_hour: z
    .int()
    .min(0)
    .max(23)
    .meta({ description: 'Hour of that day, in the time zone of the site.' }),
  newsletter_unconfirmed_kept_days: YEARS.meta({
    description: 'Days after which an address is forgotten that nobody has confirmed.',
  }),
  newsletter_unsubscribed_kept_days: YEARS.nullable().meta({
    description:
      'Days after which an address is forgotten that has unsubscribed; null: never. A keyed hash of it stays.',
  }),
  newsletter_copies_kept_days: YEARS.nullable().meta({
    description: 'Days after which it is forgotten who was sent an issue; null: never. Its numbers stay.',
  }),
  contact_kept_days: YEARS.nullable().meta({
    description: 'Days after which a message to the owner is deleted; null: never.',
  }),
  mail_kept_days: YEAR.meta({
    description:
      'Days for which it can be seen what became of a mail. Its text and addresses are gone before.',
  }),
  mail_files_retention_days: YEARS.nullable().meta({
    description:
      'Days after which emails that were written as files into the data folder are deleted; null: never.',
  }),
  jobs_failed_kept_days: YEAR.meta({
    description: 'Days for which work that was given up can be seen; some of it names an address.',
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]> };

/** What holds until somebody has decided. */
export const DEFAULT_SETTINGS: Settings = {
  comment_held_words: [],
  comment_links_allowed: 2,
  comment_first_held: false,
  comment_close_after_days: null,
  comment_deleted_kept_days: 30,
  article_revisions_retention_days: null,
  newsletter_day: 'friday',
  newsletter_hour: 8,
  newsletter_unconfirmed_kept_days: 30,
  newsletter_unsubscribed_kept_days: 365,
  newsletter_copies_kept_days: 180,
  contact_kept_days: 365,
  mail_kept_days: 90,
  mail_files_retention_days: 90,
  jobs_failed_kept_days: 30,
};

/** Any of them and nothing else; what is not named stays as it is. */
export const SettingsPatch = z.strictObject(SETTINGS).partial();
export type SettingsPatch = Readonly<z.output<typeof SettingsPatch>>;

/** The tag of what is kept or shown because of a setting. */
export const settingTag = (name: SettingName) => `setting:${name}`;
