/** Characters; also the limit in the database. */
export const SLUG_LENGTH = 80;

/** Characters of a title that are looked at: putting many combining marks in order takes quadratic time. */
const CONSIDERED = 1000;

/** Letters that are letters of their own to Unicode, so that taking off accents does not fold them. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/**
 * The address a title suggests: accents folded (é → e), lower case, every run of other characters one hyphen, none at
 * the ends, at most 80 characters. Empty when nothing of the title is left, as with one in Arabic.
 */
export function slugFrom(title: string): string {
  return title
    .slice(0, CONSIDERED)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => FOLDED[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_LENGTH)
    .replace(/-$/, '');
}

export function isSlug(text: string): boolean {
  return text.length <= SLUG_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}
