import { z } from 'zod';
import type { SettingName } from '#domain/site/settings.ts';
import type { SettingsChanges, SiteSettings } from './site-settings.ts';
import { FIELD_KINDS, type FieldKind } from './field-kinds.ts';

interface IdentityField {
  readonly name: SettingName;
  readonly kind: FieldKind;
}

/** The fields of the sections whose forms are built from this table, in their order. */
export const SECTION_FIELDS = {
  publication: [
    { name: 'publication_name', kind: 'line' },
    { name: 'publication_tagline', kind: 'line' },
    { name: 'publication_description', kind: 'text' },
    { name: 'publication_default_author', kind: 'line' },
    { name: 'publication_locale', kind: 'line' },
    { name: 'publication_time_zone', kind: 'timeZone' },
    { name: 'publication_copyright_years', kind: 'line' },
    { name: 'publication_copyright_holder', kind: 'line' },
  ],
  appearance: [
    { name: 'appearance_logo', kind: 'logo' },
    { name: 'appearance_logo_on_dark', kind: 'check' },
    { name: 'appearance_icon', kind: 'icon' },
    { name: 'appearance_accent_light', kind: 'lightColor' },
    { name: 'appearance_accent_dark', kind: 'darkColor' },
  ],
  contact: [
    { name: 'contact_introduction', kind: 'text' },
    { name: 'contact_email', kind: 'email' },
    { name: 'contact_recipient', kind: 'email' },
    { name: 'contact_address', kind: 'lines' },
    { name: 'contact_social', kind: 'lines' },
  ],
  home: [
    { name: 'home_headline', kind: 'line' },
    { name: 'home_description', kind: 'text' },
    { name: 'home_button', kind: 'line' },
    { name: 'home_globe_shown', kind: 'check' },
    { name: 'home_latest', kind: 'latestMode' },
    { name: 'home_latest_title', kind: 'line' },
    { name: 'home_coverage_title', kind: 'line' },
    { name: 'home_coverage_text', kind: 'text' },
    { name: 'home_newsletter_title', kind: 'line' },
    { name: 'home_newsletter_text', kind: 'text' },
    { name: 'home_newsletter_button', kind: 'line' },
    { name: 'home_newsletter_note', kind: 'line' },
    { name: 'home_weather_shown', kind: 'check' },
  ],
  newsletterPage: [
    { name: 'newsletter_introduction', kind: 'text' },
    { name: 'newsletter_benefits', kind: 'lines' },
  ],
  accounts: [
    { name: 'account_sign_up_open', kind: 'check' },
    { name: 'account_second_factor_roles', kind: 'roles' },
  ],
  statistics: [{ name: 'statistics_page_views', kind: 'check' }],
  discovery: [
    { name: 'discovery_ai_policy', kind: 'aiPolicy' },
    { name: 'discovery_llms_file', kind: 'check' },
    { name: 'discovery_associations', kind: 'lines' },
    { name: 'discovery_hub', kind: 'line' },
  ],
} as const satisfies Readonly<Record<string, readonly IdentityField[]>>;

export type IdentitySection = keyof typeof SECTION_FIELDS;

/** The text of each field by the name of its setting. */
export const identityFormValues = z.record(z.string(), z.string());
export type IdentityFormValues = Readonly<z.infer<typeof identityFormValues>>;

export function formValuesFrom(section: IdentitySection, settings: SiteSettings): IdentityFormValues {
  return Object.fromEntries(
    SECTION_FIELDS[section].map(({ name, kind }) => [name, FIELD_KINDS[kind].toText(settings[name])]),
  );
}

/** The settings whose fields were changed. The server validates them. */
export function changesFrom(
  section: IdentitySection,
  values: IdentityFormValues,
  saved: IdentityFormValues,
): SettingsChanges {
  const changed = SECTION_FIELDS[section].filter(({ name }) => values[name] !== saved[name]);
  return Object.fromEntries(
    changed.map(({ name, kind }) => [name, FIELD_KINDS[kind].fromText(values[name] ?? '')]),
  );
}
