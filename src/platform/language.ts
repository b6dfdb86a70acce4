import { memoizeText } from './memoize-text.ts';

/** The language of the interface and, until the settings name another one, of the publication. */
export const INTERFACE_LANGUAGE = 'en';

/** Characters (RFC 5646, section 4.4.1). */
export const LANGUAGE_MAX_LENGTH = 35;

/**
 * Canonicalises a BCP 47 tag ("AR-eg" becomes "ar-EG"). Null for an invalid tag, and for one whose canonical form is
 * longer than `LANGUAGE_MAX_LENGTH`.
 */
export function canonicalLanguage(tag: string): string | null {
  if (tag.length > LANGUAGE_MAX_LENGTH) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag);
    // The canonical form can be longer: "sh-x-aaa" becomes "sr-Latn-x-aaa".
    return canonical === '' || canonical.length > LANGUAGE_MAX_LENGTH ? null : canonical;
  } catch {
    return null;
  }
}

/** Modern scripts that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Remembered, because a page asks several times and `maximize` takes some 10 µs. */
const mostLikelyLocale = memoizeText((language) => new Intl.Locale(language).maximize());

/** @param language a canonical tag */
export const isRightToLeft = (language: string): boolean =>
  RIGHT_TO_LEFT.has(mostLikelyLocale(language).script ?? '');

/** The `dir` of a document; undefined for left to right, the default of HTML. */
export const documentDirection = (language: string): 'rtl' | undefined =>
  isRightToLeft(language) ? 'rtl' : undefined;

/**
 * The `lang` and `dir` attributes of an element that contains text of an article.
 *
 * @param language a canonical tag; if empty, the browser detects the direction of each text
 */
export function textAttributes(language: string): {
  readonly lang?: string;
  readonly dir: 'auto' | 'ltr' | 'rtl';
} {
  if (language === '') return { dir: 'auto' };
  return { lang: language, dir: isRightToLeft(language) ? 'rtl' : 'ltr' };
}

/** Formats `og:locale` (https://ogp.me) as "ar_EG": language and territory, the most likely one if the tag has none. */
export function openGraphLocale(language: string): string {
  const { language: name, region = '' } = mostLikelyLocale(language);
  return region === '' ? name : `${name}_${region}`;
}
