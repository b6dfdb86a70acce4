import { z } from 'zod';
import type { SiteSettings } from './site-settings.ts';

/** A retention period in days. Its label is that of the setting. */
interface RetentionField {
  readonly name: keyof SiteSettings;
  readonly hint: string;
  /** Whether the field can be empty, which means unlimited. */
  readonly isOptional: boolean;
}

/** In the order of the form. The retention of deleted comments is among the settings for comments. */
export const RETENTION_FIELDS = [
  {
    name: 'article_revisions_retention_days',
    hint: 'From 1 to 3650, or empty to keep all. The newest and the newest published revision are always kept.',
    isOptional: true,
  },
  {
    name: 'article_trash_retention_days',
    hint: 'From 1 to 365. Then deleted permanently, with comments, revisions and notes.',
    isOptional: false,
  },
  {
    name: 'contact_retention_days',
    hint: 'From 1 to 3650, or empty to keep them until they are deleted.',
    isOptional: true,
  },
  {
    name: 'newsletter_unconfirmed_retention_days',
    hint: 'From 1 to 3650. Then erased completely.',
    isOptional: false,
  },
  {
    name: 'newsletter_unsubscribed_retention_days',
    hint: 'From 1 to 3650, or empty. Afterwards only a keyed hash is kept, so that no import adds them again.',
    isOptional: true,
  },
  {
    name: 'newsletter_deliveries_retention_days',
    hint: 'From 1 to 3650, or empty. Issue totals are kept.',
    isOptional: true,
  },
  {
    name: 'mail_retention_days',
    hint: 'From 1 to 365. Content and addresses are erased once it is sent or refused.',
    isOptional: false,
  },
  {
    name: 'mail_files_retention_days',
    hint: 'From 1 to 3650, or empty. They contain text and addresses. Used if no mail server is configured.',
    isOptional: true,
  },
  {
    name: 'statistics_retention_days',
    hint: 'From 1 to 3650, or empty to keep all. Numbers by day, without anything about readers.',
    isOptional: true,
  },
  {
    name: 'audit_retention_days',
    hint: 'From 1 to 3650. Who did what in the newsroom; it contains no addresses of readers.',
    isOptional: false,
  },
  {
    name: 'jobs_failed_retention_days',
    hint: 'From 1 to 365. May contain email addresses.',
    isOptional: false,
  },
] as const satisfies readonly RetentionField[];

export type RetentionSetting = (typeof RETENTION_FIELDS)[number]['name'];

/** The text of each field; empty for unlimited. */
export type RetentionFormValues = Readonly<Record<RetentionSetting, string>>;

export const retentionFormValues: z.ZodType<RetentionFormValues> = z.object(forEach(() => z.string()));

export function formValuesFrom(settings: Pick<SiteSettings, RetentionSetting>): RetentionFormValues {
  return forEach(({ name }) => settings[name]?.toString() ?? '');
}

/** Invalid numbers are sent as -1, so that the server rejects them with an error of the field. */
export function settingsPatchFrom(values: RetentionFormValues): Pick<SiteSettings, RetentionSetting> {
  // A null for a required setting is a validation error of the server. The type is asserted.
  return forEach(({ name, isOptional }) => parseDays(values[name], isOptional)) as Pick<
    SiteSettings,
    RetentionSetting
  >;
}

function forEach<Value>(
  of: (field: (typeof RETENTION_FIELDS)[number]) => Value,
): Record<RetentionSetting, Value> {
  return Object.fromEntries(RETENTION_FIELDS.map((field) => [field.name, of(field)])) as Record<
    RetentionSetting,
    Value
  >;
}

function parseDays(value: string, isOptional: boolean): number | null {
  const text = value.trim();
  if (text === '' && isOptional) return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : -1;
}
