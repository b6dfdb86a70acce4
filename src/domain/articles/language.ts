/** The language of the site's own words, and of an article that names none. */
export const SITE_LANGUAGE = 'en';

/** Characters (RFC 5646, section 4.4.1). */
export const LANGUAGE_LENGTH = 35;

/**
 * A BCP 47 tag as it is written canonically ("AR-eg" becomes "ar-EG"); null for what is none, or longer so than
 * `LANGUAGE_LENGTH`.
 */
export function canonicalLanguage(tag: string): string | null {
  if (tag.length > LANGUAGE_LENGTH) return null;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag);
    // "sh-x-aaa" becomes "sr-Latn-x-aaa".
    return canonical === '' || canonical.length > LANGUAGE_LENGTH ? null : canonical;
  } catch {
    return null;
  }
}

/** Scripts in use that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/**
 * The attributes of an element that holds words of an article.
 *
 * @param language a canonical tag; empty where none is named: then each text finds its own direction
 */
export function textAttributes(language: string): {
  readonly lang?: string;
  readonly dir: 'auto' | 'ltr' | 'rtl';
} {
  if (language === '') return { dir: 'auto' };
  const script = new Intl.Locale(language).maximize().script ?? '';
  return { lang: language, dir: RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr' };
}

/** "ar_EG": language and territory, the likeliest where the tag names none (https://ogp.me, og:locale). */
export function openGraphLocale(language: string): string {
  const { language: name, region = '' } = new Intl.Locale(language).maximize();
  return region === '' ? name : `${name}_${region}`;
}
