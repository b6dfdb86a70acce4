import { z } from 'zod';
import { ABOUT_SETTINGS } from './settings/about-settings.ts';
import { ACCOUNT_SETTINGS } from './settings/account-settings.ts';
import { APPEARANCE_SETTINGS } from './settings/appearance-settings.ts';
import { COMMENT_SETTINGS } from './settings/comment-settings.ts';
import { CONTACT_SETTINGS } from './settings/contact-settings.ts';
import { DISCOVERY_SETTINGS } from './settings/discovery-settings.ts';
import { HOME_SETTINGS } from './settings/home-settings.ts';
import { NAVIGATION_SETTINGS } from './settings/navigation-settings.ts';
import { NEWSLETTER_PAGE_SETTINGS } from './settings/newsletter-page-settings.ts';
import { NEWSLETTER_SETTINGS } from './settings/newsletter-settings.ts';
import { PUBLICATION_SETTINGS } from './settings/publication-settings.ts';
import { RETENTION_SETTINGS } from './settings/retention-settings.ts';
import type { Setting } from './settings/setting.ts';
import { STATISTICS_SETTINGS } from './settings/statistics-settings.ts';

/**
 * The settings that the newsroom can change at runtime, by name. A setting has the same name in the table, in the API
 * and on the command line. Schemas, defaults, labels and locks derive from these definitions. To add a setting, add it
 * to the file of its group.
 */
export const SETTING_DEFINITIONS = {
  ...PUBLICATION_SETTINGS,
  ...APPEARANCE_SETTINGS,
  ...CONTACT_SETTINGS,
  ...NAVIGATION_SETTINGS,
  ...HOME_SETTINGS,
  ...ABOUT_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...DISCOVERY_SETTINGS,
  ...COMMENT_SETTINGS,
  ...NEWSLETTER_PAGE_SETTINGS,
  ...NEWSLETTER_SETTINGS,
  ...STATISTICS_SETTINGS,
  ...RETENTION_SETTINGS,
} as const;

type Definitions = typeof SETTING_DEFINITIONS;
export type SettingName = keyof Definitions;
export type Settings = { readonly [Name in SettingName]: z.output<Definitions[Name]['schema']> };

export const SETTING_NAMES = Object.keys(SETTING_DEFINITIONS) as readonly SettingName[];

/** The schema of each setting, described. */
export const SETTINGS = mapSettings(({ schema, description }) => schema.meta({ description })) as {
  readonly [Name in SettingName]: Definitions[Name]['schema'];
};

/** The values of settings that were never changed. */
export const DEFAULT_SETTINGS = mapSettings((definition) => definition.default) as Settings;

/** Settings on which pages, feeds and emails everywhere depend, so that a change of one removes all stored pages. */
const IDENTITY_NAMES: ReadonlySet<string> = new Set(
  [
    PUBLICATION_SETTINGS,
    APPEARANCE_SETTINGS,
    CONTACT_SETTINGS,
    NAVIGATION_SETTINGS,
    HOME_SETTINGS,
    ABOUT_SETTINGS,
    DISCOVERY_SETTINGS,
    NEWSLETTER_PAGE_SETTINGS,
  ].flatMap(Object.keys),
);

export const isIdentitySetting = (name: SettingName): boolean => IDENTITY_NAMES.has(name);

/** Whether a setting is a block of the About page, whose changes are revisions. */
export const isAboutSetting = (name: SettingName): boolean => Object.hasOwn(ABOUT_SETTINGS, name);

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

function mapSettings<Value>(of: (definition: Setting) => Value): Record<SettingName, Value> {
  const entries = Object.entries<Setting>(SETTING_DEFINITIONS).map(([name, entry]) => [name, of(entry)]);
  return Object.fromEntries(entries) as Record<SettingName, Value>;
}
