import { z } from 'zod';

function days(max: number) {
  const message = `Please enter a number of days from 1 to ${max}.`;
  return z.int(message).min(1, message).max(max, message);
}

/** At most ten years. Settings without a limit use null. */
const DAYS_UP_TO_10_YEARS = days(3650);
const DAYS_UP_TO_1_YEAR = days(365);

/**
 * The settings that the newsroom can change at runtime. `Site` contains the configuration of the installation. A
 * setting has the same name in the table, in the API and here. To add one, add a line here and a line to the defaults.
 */
export const SETTINGS = {
  comment_pending_words: z
    .array(z.string().trim().toLowerCase().min(2).max(60))
    .max(500)
    .meta({ description: 'Words and phrases. A comment that contains one of them waits for moderation.' }),
  comment_links_allowed: z
    .int()
    .min(0)
    .max(20)
    .meta({ description: 'Number of links. A comment with more links waits for moderation.' }),
  comment_first_pending: z
    .boolean()
    .meta({ description: 'Whether the first comment from an email address waits for moderation.' }),
  comment_close_after_days: z.int().min(1).max(3650).nullable().meta({
    description: 'Days after publication at which comments on an article are closed; null: never.',
  }),
  comment_deleted_retention_days: z
    .int()
    .min(1)
    .max(365)
    .meta({ description: 'Days for which a deleted comment can be restored.' }),
  article_revisions_retention_days: DAYS_UP_TO_10_YEARS.nullable().meta({
    description:
      'Days for which revisions of articles are stored; null: without limit. The newest revision of an article and its newest published one are never deleted.',
  }),
  newsletter_day: z
    .enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
    .meta({ description: 'Day of the week on which the draft of the newsletter issue is created.' }),
  newsletter_hour: z
    .int()
    .min(0)
    .max(23)
    .meta({ description: 'Hour of that day, in the time zone of the site.' }),
  newsletter_unconfirmed_retention_days: DAYS_UP_TO_10_YEARS.meta({
    description: 'Days after which an unconfirmed email address is deleted.',
  }),
  newsletter_unsubscribed_retention_days: DAYS_UP_TO_10_YEARS.nullable().meta({
    description:
      'Days after which an unsubscribed email address is deleted; null: never. A keyed hash of it is stored.',
  }),
  newsletter_deliveries_retention_days: DAYS_UP_TO_10_YEARS.nullable().meta({
    description:
      'Days after which the delivery records of an issue are deleted; null: never. The totals of the issue are not deleted.',
  }),
  contact_retention_days: DAYS_UP_TO_10_YEARS.nullable().meta({
    description: 'Days after which a message to the owner is deleted; null: never.',
  }),
  mail_retention_days: DAYS_UP_TO_1_YEAR.meta({
    description:
      'Days for which email delivery records are stored. Content and addresses are erased earlier.',
  }),
  mail_files_retention_days: DAYS_UP_TO_10_YEARS.nullable().meta({
    description: 'Days after which emails written as files to the data folder are deleted; null: never.',
  }),
  jobs_failed_retention_days: DAYS_UP_TO_1_YEAR.meta({
    description: 'Days for which failed background jobs are stored. They may contain email addresses.',
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [Name in SettingName]: z.output<(typeof SETTINGS)[Name]> };

/** The values of settings that were never changed. */
export const DEFAULT_SETTINGS: Settings = {
  comment_pending_words: [],
  comment_links_allowed: 2,
  comment_first_pending: false,
  comment_close_after_days: null,
  comment_deleted_retention_days: 30,
  article_revisions_retention_days: null,
  newsletter_day: 'friday',
  newsletter_hour: 8,
  newsletter_unconfirmed_retention_days: 30,
  newsletter_unsubscribed_retention_days: 365,
  newsletter_deliveries_retention_days: 180,
  contact_retention_days: 365,
  mail_retention_days: 90,
  mail_files_retention_days: 90,
  jobs_failed_retention_days: 30,
};

/** Names that settings had in earlier releases, whose backups can be restored. The database itself is migrated. */
export const FORMER_SETTING_NAMES: Readonly<Record<string, SettingName>> = {
  comment_deleted_kept_days: 'comment_deleted_retention_days',
  comment_first_held: 'comment_first_pending',
  comment_held_words: 'comment_pending_words',
  contact_kept_days: 'contact_retention_days',
  jobs_failed_kept_days: 'jobs_failed_retention_days',
  mail_kept_days: 'mail_retention_days',
  newsletter_copies_kept_days: 'newsletter_deliveries_retention_days',
  newsletter_unconfirmed_kept_days: 'newsletter_unconfirmed_retention_days',
  newsletter_unsubscribed_kept_days: 'newsletter_unsubscribed_retention_days',
};

/** Any subset of the settings. Omitted settings are not changed; unknown ones are rejected. */
export const SettingsPatch = z.strictObject(SETTINGS).partial();
export type SettingsPatch = Readonly<z.output<typeof SettingsPatch>>;

/** The tag of everything that depends on a setting. */
export const settingTag = (name: SettingName) => `setting:${name}`;
