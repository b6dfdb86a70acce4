import { z } from 'zod';
import { canonicalLanguage, INTERFACE_LANGUAGE, LANGUAGE_MAX_LENGTH } from '#platform/language.ts';
import { line, setting } from './setting.ts';

/** Of other locales, dates would be written in that of the process. */
const isKnownLocale = (tag: string) =>
  canonicalLanguage(tag) !== null && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Name, texts, language and time zone of the publication. */
export const PUBLICATION_SETTINGS = {
  publication_name: setting({
    schema: line(80),
    default: 'Meridian',
    label: 'Name',
    description: 'Name of the publication on every page, in feeds and in emails. At most 80 characters.',
    variable: 'SITE_NAME',
  }),
  publication_tagline: setting({
    schema: line(160),
    default: 'Contemporary Issues, Clear Analysis',
    label: 'Tagline',
    description: 'A short line below the name. At most 160 characters.',
    variable: 'SITE_TAGLINE',
  }),
  publication_description: setting({
    schema: line(300),
    default:
      'Independent news and analysis on global politics, African affairs, economy, culture, technology and media.',
    label: 'Description',
    description: 'One sentence for search engines and feeds. At most 300 characters.',
    variable: 'SITE_DESCRIPTION',
  }),
  publication_default_author: setting({
    schema: line(120, { optional: true }),
    default: '',
    label: 'Default author',
    description:
      'Author of articles that are saved without an author. It counts as an organization. Empty for the name of the publication with “Editorial Team”.',
    variable: 'SITE_AUTHOR',
  }),
  publication_locale: setting({
    schema: z
      .string()
      .trim()
      .max(LANGUAGE_MAX_LENGTH)
      .overwrite((tag) => canonicalLanguage(tag) ?? tag)
      .refine(isKnownLocale, 'Please enter a language tag like en, fr or pt-BR.'),
    default: INTERFACE_LANGUAGE,
    label: 'Language and region',
    description:
      'BCP 47 tag of the language in which the publication writes, such as en-GB or pt-BR: for search engines, feeds, screen readers, dates and numbers. The words of the interface stay English.',
  }),
  publication_time_zone: setting({
    schema: z
      .string()
      .trim()
      .max(64)
      .refine(isTimeZone, 'Please enter a time zone like Africa/Nairobi or UTC.'),
    default: 'UTC',
    label: 'Time zone',
    description: 'IANA time zone of all dates, and of the hour at which newsletter issues are drafted.',
    variable: 'TIME_ZONE',
  }),
  publication_copyright_years: setting({
    schema: line(20, { optional: true }),
    default: '2025',
    label: 'Copyright years',
    description: 'A year or a range in the copyright line of the footer. Empty for none.',
  }),
  publication_copyright_holder: setting({
    schema: line(120, { optional: true }),
    default: '',
    label: 'Copyright holder',
    description: 'In the copyright line of the footer. Empty for the name of the publication.',
  }),
} as const;
