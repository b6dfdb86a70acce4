import { DomainError } from '#platform/domain-error.ts';
import { toSnakeKeys } from '#platform/key-case.ts';
import { DEFAULT_AUTHOR_IMAGE } from './article.ts';
import { canonicalLanguage } from '#platform/language.ts';
import { ARTICLE_FIELDS, type ArticleField, type ArticleFields, fieldRules } from './article-fields.ts';
import { URL_MAX_LENGTH } from './article-limits.ts';
import { AUTHOR_NAME_MAX_LENGTH } from './bylines.ts';
import { findUndescribedPictures } from './picture-descriptions.ts';
import { missingFields } from './required-fields.ts';
import { LANGUAGE_MESSAGE } from './text-fields.ts';

/**
 * Validates cleaned fields: first for missing values, which only a draft may have, then for length, URLs and language.
 * Throws `unprocessable` with one message for each invalid field, by its name in the API.
 *
 * @param hasDerivedSlug whether an empty slug is derived from the title (`isSlugDerived`)
 */
export function validateFields(fields: ArticleFields, hasDerivedSlug = false): void {
  if (!fields.isDraft) validateRequiredFields(fields, hasDerivedSlug);
  throwFieldErrors(invalidFields(fields));
}

/** Errors of values that no article may have: too long, or not a picture or a language. */
export function invalidFields(fields: ArticleFields): FieldErrors {
  return {
    ...tooLongTexts(fields),
    ...tooLongBylines(fields),
    ...invalidPictureUrls(fields),
    ...invalidLanguage(fields),
  };
}

/** Requires everything that readers see. Throws `unprocessable` as `validateFields` does. */
function validateRequiredFields(fields: ArticleFields, hasDerivedSlug: boolean): void {
  const { slug, ...missing } = missingFields(fields);
  const errors = { ...(slug !== undefined && !hasDerivedSlug && { slug }), ...missing };
  throwFieldErrors(errors, 'Please fill in all required fields');
}

/**
 * Validates a stored text before it is submitted, scheduled or published: all required fields, and all pictures described. Throws
 * `unprocessable` as `validateFields` does.
 */
export function validateForPublication(fields: ArticleFields): void {
  validateFields({ ...fields, isDraft: false });
  validatePictureDescriptions(fields);
}

/**
 * Requires a text alternative or a decorative mark for every picture. Throws `unprocessable` as `validateFields` does.
 */
export function validatePictureDescriptions(
  fields: Pick<ArticleFields, 'content' | 'image' | 'imageAlt'>,
): void {
  throwFieldErrors(findUndescribedPictures(fields));
}

/**
 * Validates the length of an `authorName` that is one name. Otherwise it is a copy of several names, and may be longer. Throws
 * `unprocessable` as `validateFields` does.
 */
export function validateAuthorName({ authorName }: Pick<ArticleFields, 'authorName'>): void {
  if (isTooLong(authorName, AUTHOR_NAME_MAX_LENGTH))
    throwFieldErrors({ authorName: tooLongMessage(AUTHOR_NAME_MAX_LENGTH) });
}

type FieldErrors = Partial<Record<ArticleField, string>>;

function tooLongTexts(fields: ArticleFields): FieldErrors {
  const errors = ARTICLE_FIELDS.flatMap((field) => {
    const { maxLength } = fieldRules(field);
    const value = fields[field];
    if (maxLength === undefined || typeof value !== 'string' || !isTooLong(value, maxLength)) return [];
    return [[field, tooLongMessage(maxLength)]];
  });
  return Object.fromEntries(errors);
}

function tooLongBylines({ bylines }: Pick<ArticleFields, 'bylines'>): FieldErrors {
  const isAnyTooLong = bylines.some(({ name }) => isTooLong(name, AUTHOR_NAME_MAX_LENGTH));
  return isAnyTooLong ? { bylines: tooLongMessage(AUTHOR_NAME_MAX_LENGTH) } : {};
}

const isTooLong = (text: string, maxLength: number) => [...text].length > maxLength;

const tooLongMessage = (maxLength: number) => `Please use at most ${maxLength} characters`;

function invalidPictureUrls({ image, authorImage }: ArticleFields): FieldErrors {
  const urls = { image, authorImage };
  const invalid = Object.entries(urls).filter(([, url]) => !isPictureUrl(url));
  return Object.fromEntries(invalid.map(([field]) => [field, INVALID_PICTURE_URL]));
}

const INVALID_PICTURE_URL = 'Please use an uploaded image or an address that begins with https://';

function invalidLanguage({ lang }: ArticleFields): FieldErrors {
  if (lang === '' || canonicalLanguage(lang) !== null) return {};
  return { lang: LANGUAGE_MESSAGE };
}

/** Throws `unprocessable` with the messages by the names of the fields in the API, unless there are none. */
export function throwFieldErrors(errors: FieldErrors, message = ''): void {
  if (Object.keys(errors).length > 0)
    throw new DomainError('unprocessable', message, { fields: toSnakeKeys(errors) });
}

function isPictureUrl(url: string): boolean {
  if (url === '' || url === DEFAULT_AUTHOR_IMAGE) return true;
  if (url.length > URL_MAX_LENGTH) return false;
  if (url.startsWith('/')) return /^\/media\/[a-z0-9][a-z0-9._/-]*$/i.test(url) && !url.includes('..');
  return /^https?:\/\/[^\s"'<>\\`]+$/i.test(url) && URL.canParse(url);
}
