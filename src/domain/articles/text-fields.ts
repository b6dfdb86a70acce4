import { z } from 'zod';
import { canonicalLanguage, LANGUAGE_MAX_LENGTH } from '#platform/language.ts';
import { isSlug, SLUG_MAX_LENGTH, slugify } from './slug.ts';

/** @param source the field from which an empty slug is derived */
export const slugField = (source: string) =>
  z
    .string()
    .max(1000, `Please use at most ${SLUG_MAX_LENGTH} characters`)
    .default('')
    .transform(slugify)
    .refine((slug) => slug === '' || isSlug(slug), SLUG_MESSAGE)
    .meta({
      description: `Lowercase letters and digits with single hyphens; empty to derive it from the ${source}.`,
    });

export const SLUG_MESSAGE = 'Please enter a slug of letters, digits and hyphens';

export const LANGUAGE_MESSAGE = 'Please enter a language tag such as ar, he or pt-BR';

/** A BCP 47 tag in canonical form, or empty. */
export const languageField = z
  .string()
  .trim()
  .max(LANGUAGE_MAX_LENGTH, LANGUAGE_MESSAGE)
  .refine((lang) => lang === '' || canonicalLanguage(lang) !== null, LANGUAGE_MESSAGE)
  .default('')
  .transform((lang) => canonicalLanguage(lang) ?? '')
  .meta({ description: 'Language of the text as a BCP 47 tag; empty for the language of the site.' });
