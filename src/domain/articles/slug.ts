/** Characters; also the limit in the database. */
export const SLUG_MAX_LENGTH = 80;

/** Characters of a title that are processed: normalising many combining marks takes quadratic time. */
const TITLE_MAX_LENGTH = 1000;

/** Letters without a Unicode decomposition, which removing accents does not change. */
const TRANSLITERATIONS: Readonly<Record<string, string>> = {
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
 * Converts a title to a slug: removes accents (é → e), converts to lower case, replaces every run of other characters
 * with a hyphen, trims hyphens and cuts to 80 characters. Returns an empty string if no character is left, for example
 * for a title in Arabic.
 */
export function slugify(title: string): string {
  return title
    .slice(0, TITLE_MAX_LENGTH)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => TRANSLITERATIONS[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/-$/, '');
}

/**
 * Whether the slug of an article is derived from its title instead of this text: it is empty, or in a script that makes no slug. A
 * text of other signs is an error.
 */
export function isSlugDerived(text: string): boolean {
  return text.trim() === '' || (slugify(text) === '' && /[\p{Letter}\p{Number}]/u.test(text));
}

/** The slug of a draft without a title, until it has one. */
const PLACEHOLDER_SLUG = /^untitled-draft-[0-9a-f]{8}$/;

/** @param unique eight random hexadecimal digits */
export const placeholderSlug = (unique: string) => `untitled-draft-${unique}`;

export const isPlaceholderSlug = (slug: string) => PLACEHOLDER_SLUG.test(slug);

/**
 * The slug of a title; `article-` with the digits for a title without any character that is allowed in a slug, and an empty
 * string for no title.
 *
 * @param unique eight random hexadecimal digits
 */
export function slugOfTitle(title: string, unique: string): string {
  return title.trim() === '' ? '' : slugify(title) || `article-${unique}`;
}

export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}
