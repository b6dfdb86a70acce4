import { DomainError } from '#platform/domain-error.ts';
import { toSnakeKeys } from '#platform/key-case.ts';
import { DEFAULT_AUTHOR_IMAGE } from './article.ts';
import { canonicalLanguage } from './language.ts';
import { ARTICLE_FIELDS, type ArticleField, type ArticleFields, fieldRules } from './article-fields.ts';
import { URL_MAX_LENGTH } from './article-limits.ts';
import { findUndescribedPictures } from './picture-descriptions.ts';
import { missingFields } from './required-fields.ts';

/**
 * Validates cleaned fields: first for missing values, then for length, URLs and language. Throws `unprocessable`
 * with one message for each invalid field, by its name in the API.
 */
export function validateFields(fields: ArticleFields): void {
  throwFieldErrors(missingFields(fields), 'Please fill in all required fields');
  throwFieldErrors({ ...tooLongTexts(fields), ...invalidPictureUrls(fields), ...invalidLanguage(fields) });
}

/**
 * Requires a text alternative or a decorative mark for every picture. Throws `unprocessable` as `validateFields` does.
 */
export function validatePictureDescriptions(
  fields: Pick<ArticleFields, 'content' | 'image' | 'imageAlt'>,
): void {
  throwFieldErrors(findUndescribedPictures(fields));
}

type FieldErrors = Partial<Record<ArticleField, string>>;

function tooLongTexts(fields: ArticleFields): FieldErrors {
  const errors = ARTICLE_FIELDS.flatMap((field) => {
    const { maxLength } = fieldRules(field);
    if (maxLength === undefined || [...String(fields[field] ?? '')].length <= maxLength) return [];
    return [[field, `Please use at most ${maxLength} characters`]];
  });
  return Object.fromEntries(errors);
}

function invalidPictureUrls({ image, authorImage }: ArticleFields): FieldErrors {
  const urls = { image, authorImage };
  const invalid = Object.entries(urls).filter(([, url]) => !isPictureUrl(url));
  return Object.fromEntries(invalid.map(([field]) => [field, INVALID_PICTURE_URL]));
}

const INVALID_PICTURE_URL = 'Please use an uploaded image or an address that begins with https://';

function invalidLanguage({ lang }: ArticleFields): FieldErrors {
  if (lang === '' || canonicalLanguage(lang) !== null) return {};
  return { lang: 'Please enter a language tag such as ar, he or pt-BR' };
}

function throwFieldErrors(errors: FieldErrors, message = ''): void {
  if (Object.keys(errors).length > 0)
    throw new DomainError('unprocessable', message, { fields: toSnakeKeys(errors) });
}

function isPictureUrl(url: string): boolean {
  if (url === '' || url === DEFAULT_AUTHOR_IMAGE) return true;
  if (url.length > URL_MAX_LENGTH) return false;
  if (url.startsWith('/')) return /^\/media\/[a-z0-9][a-z0-9._/-]*$/i.test(url) && !url.includes('..');
  return /^https?:\/\/[^\s"'<>\\`]+$/i.test(url) && URL.canParse(url);
}
