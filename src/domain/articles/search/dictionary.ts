import { areEnglishForms } from './english-forms.ts';

/** The languages whose words PostgreSQL can stem, by primary subtag (BCP 47). */
const LANGUAGES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  et: 'estonian',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** The dictionary that leaves every word as it is. */
export const PLAIN_DICTIONARY = 'simple';

/** The name of the text search dictionary for a locale. A server of an earlier version may not have it. */
export function dictionaryFor(locale: string): string {
  const language = LANGUAGES[locale.split('-', 1)[0]?.toLowerCase() ?? ''];
  return language === undefined ? PLAIN_DICTIONARY : `${language}_stem`;
}

/**
 * Whether two words of which a dictionary makes the same stem are forms of one word.
 *
 * @param one in lower case, without accents, as `other`
 */
export const areForms = (dictionary: string, one: string, other: string): boolean =>
  dictionary !== ENGLISH || areEnglishForms(one, other);

const ENGLISH = dictionaryFor('en');
