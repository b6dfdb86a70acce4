import { DAYS_UP_TO_1_YEAR, DAYS_UP_TO_10_YEARS, setting } from './setting.ts';

/** Retention periods, except that of deleted comments, which is among the settings of comments. */
export const RETENTION_SETTINGS = {
  article_revisions_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS.nullable(),
    default: null,
    label: 'Article revisions',
    description:
      'Days for which revisions of articles and pages are stored; null: without limit. The newest revision of each and the newest published one of an article are never deleted.',
  }),
  article_trash_retention_days: setting({
    schema: DAYS_UP_TO_1_YEAR,
    default: 30,
    label: 'Articles in the trash',
    description:
      'Days after which an article in the trash is deleted permanently, with its comments, revisions and notes.',
  }),
  contact_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS.nullable(),
    default: 365,
    label: 'Contact messages',
    description: 'Days after which a message to the owner is deleted; null: never.',
  }),
  newsletter_unconfirmed_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS,
    default: 30,
    label: 'Unconfirmed addresses',
    description: 'Days after which an unconfirmed email address is deleted.',
  }),
  newsletter_unsubscribed_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS.nullable(),
    default: 365,
    label: 'Unsubscribed addresses',
    description:
      'Days after which an unsubscribed email address is deleted; null: never. A keyed hash of it is stored.',
  }),
  newsletter_deliveries_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS.nullable(),
    default: 180,
    label: 'Newsletter delivery records',
    description:
      'Days after which the delivery records of an issue are deleted; null: never. The totals of the issue are not deleted.',
  }),
  mail_retention_days: setting({
    schema: DAYS_UP_TO_1_YEAR,
    default: 90,
    label: 'Email delivery records',
    description:
      'Days for which email delivery records are stored. Content and addresses are erased earlier.',
  }),
  mail_files_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS.nullable(),
    default: 90,
    label: 'Emails saved as files',
    description: 'Days after which emails written as files to the data folder are deleted; null: never.',
  }),
  statistics_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS.nullable(),
    default: 1095,
    label: 'Page views',
    description: 'Days for which page views and referring sites are stored; null: without limit.',
  }),
  audit_retention_days: setting({
    schema: DAYS_UP_TO_10_YEARS,
    default: 365,
    label: 'Audit log',
    description: 'Days for which the audit log is stored.',
  }),
  jobs_failed_retention_days: setting({
    schema: DAYS_UP_TO_1_YEAR,
    default: 30,
    label: 'Failed background jobs',
    description: 'Days for which failed background jobs are stored. They may contain email addresses.',
  }),
} as const;
