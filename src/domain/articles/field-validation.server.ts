import type { Site } from '#domain/site/site.ts';
import { imageSources } from '#domain/images/image-tags.ts';
import { stripTags } from '#platform/markup.ts';
import { DomainError } from '#platform/domain-error.ts';
import { DEFAULT_AUTHOR_IMAGE, normaliseTags } from './article.ts';
import { sanitiseInput } from './html-processing.server.ts';
import { canonicalLanguage } from './language.ts';
import { URL_MAX_LENGTH, type ArticleFields, TEXT_MAX_LENGTHS } from './article-fields.ts';
import { findUndescribedPictures } from './picture-descriptions.ts';
import { slugify } from './slug.ts';

export type SiteDefaults = Pick<Site, 'defaultAuthor' | 'url'>;

/**
 * Normalises what an editor entered: removes control characters, trims, and fills empty fields with the site's
 * defaults.
 */
export async function normaliseFields(input: ArticleFields, site: SiteDefaults): Promise<ArticleFields> {
  return {
    ...input,
    title: toSingleLine(input.title),
    slug: slugify(input.slug),
    excerpt: toSingleLine(input.excerpt),
    content: await sanitiseInput(input.content),
    authorName: toSingleLine(input.authorName) || site.defaultAuthor,
    authorImage: toStoredUrl(input.authorImage.trim(), site) || DEFAULT_AUTHOR_IMAGE,
    readTime: toSingleLine(input.readTime),
    image: toStoredUrl(input.image.trim(), site),
    imageAlt: input.imageAlt === null ? null : toSingleLine(input.imageAlt),
    tags: normaliseTags(input.tags.map(toSingleLine)),
    lang: canonicalLanguage(input.lang.trim()) ?? input.lang.trim(),
  };
}

/**
 * Validates normalised fields: first for missing values, then for length, URLs and language. Throws `unprocessable`
 * with one message for each invalid field, by its name in the API.
 */
export function validateFields(fields: ArticleFields): void {
  const missing = missingFields(fields);
  if (missing.length > 0) throwFieldErrors(missing, 'Please fill in all required fields');
  throwFieldErrors([...tooLongTexts(fields), ...invalidPictureUrls(fields), ...invalidLanguage(fields)]);
}

/**
 * Requires a text alternative or a decorative mark for every picture. Throws `unprocessable` as `validateFields` does.
 */
export function validatePictureDescriptions(
  fields: Pick<ArticleFields, 'content' | 'image' | 'imageAlt'>,
): void {
  const { content, imageAlt } = findUndescribedPictures(fields);
  throwFieldErrors([
    ...(imageAlt === undefined ? [] : [['image_alt', imageAlt] as const]),
    ...(content === undefined ? [] : [['content', content] as const]),
  ]);
}

type FieldError = readonly [field: string, message: string];

function missingFields({ title, slug, excerpt, content }: ArticleFields): FieldError[] {
  const errors: (FieldError | false)[] = [
    title === '' && ['title', 'Please enter a title'],
    slug === '' && ['slug', 'Please enter a slug of letters, digits and hyphens'],
    excerpt === '' && ['excerpt', 'Please enter an excerpt'],
    !hasVisibleContent(content) && ['content', 'Please write something'],
  ];
  return errors.filter((error) => error !== false);
}

function tooLongTexts(fields: ArticleFields): FieldError[] {
  const texts = {
    title: fields.title,
    excerpt: fields.excerpt,
    author_name: fields.authorName,
    read_time: fields.readTime,
    image_alt: fields.imageAlt ?? '',
  };
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((field) => [...texts[field]].length > TEXT_MAX_LENGTHS[field])
    .map((field) => [field, `Please use at most ${TEXT_MAX_LENGTHS[field]} characters`]);
}

function invalidPictureUrls({ image, authorImage }: ArticleFields): FieldError[] {
  const urls = { image, author_image: authorImage };
  return Object.entries(urls)
    .filter(([, url]) => !isPictureUrl(url))
    .map(([field]) => [field, 'Please use an uploaded image or an address that begins with https://']);
}

function invalidLanguage({ lang }: ArticleFields): FieldError[] {
  if (lang === '' || canonicalLanguage(lang) !== null) return [];
  return [['lang', 'Please enter a language tag such as ar, he or pt-BR']];
}

function throwFieldErrors(errors: readonly FieldError[], message = ''): void {
  if (errors.length > 0)
    throw new DomainError('unprocessable', message, { fields: Object.fromEntries(errors) });
}

/**
 * Replaces control characters and line breaks with spaces, and lone surrogates, which PostgreSQL rejects, with U+FFFD.
 */
function toSingleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Whether the HTML contains visible text, a picture or a divider. */
export function hasVisibleContent(html: string): boolean {
  if (/<hr\b/.test(html) || imageSources(html).length > 0) return true;
  const text = stripTags(html).replace(/&(?:nbsp|#160|#xa0|shy|zwnj|zwj);/gi, '');
  return /[^\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
}

/** Reduces an absolute URL of an uploaded picture to its path, by which its sizes are looked up. */
function toStoredUrl(pictureUrl: string, { url }: SiteDefaults): string {
  return pictureUrl.startsWith(`${url}/media/`) ? pictureUrl.slice(url.length) : pictureUrl;
}

function isPictureUrl(url: string): boolean {
  if (url === '' || url === DEFAULT_AUTHOR_IMAGE) return true;
  if (url.length > URL_MAX_LENGTH) return false;
  if (url.startsWith('/')) return /^\/media\/[a-z0-9][a-z0-9._/-]*$/i.test(url) && !url.includes('..');
  return /^https?:\/\/[^\s"'<>\\`]+$/i.test(url) && URL.canParse(url);
}
