import type { Site } from '#domain/site/site.ts';
import { imageSources } from '#domain/images/image-tags.ts';
import { stripTags } from '#platform/markup.ts';
import { Refusal } from '#platform/refusal.ts';
import { DEFAULT_AUTHOR_IMAGE, normaliseTags } from './article.ts';
import { cleanManuscriptHtml } from './html-processing.server.ts';
import { canonicalLanguage } from './language.ts';
import { ADDRESS_LIMIT, type Manuscript, TEXT_LIMITS } from './manuscript.ts';
import { undescribedPictures } from './picture-descriptions.ts';
import { slugFrom } from './slug.ts';

export type HouseStyle = Pick<Site, 'defaultAuthor' | 'url'>;

/** What is typed comes clean: no control characters, nothing at the ends, the house's own words where nothing was typed. */
export async function cleanManuscript(given: Manuscript, house: HouseStyle): Promise<Manuscript> {
  return {
    ...given,
    title: oneLine(given.title),
    slug: slugFrom(given.slug),
    excerpt: oneLine(given.excerpt),
    content: await cleanManuscriptHtml(given.content),
    authorName: oneLine(given.authorName) || house.defaultAuthor,
    authorImage: ownAddress(given.authorImage.trim(), house) || DEFAULT_AUTHOR_IMAGE,
    readTime: oneLine(given.readTime),
    image: ownAddress(given.image.trim(), house),
    imageAlt: given.imageAlt === null ? null : oneLine(given.imageAlt),
    tags: normaliseTags(given.tags.map(oneLine)),
    lang: canonicalLanguage(given.lang.trim()) ?? given.lang.trim(),
  };
}

/**
 * Refuses a clean manuscript that cannot be saved: first for what is missing, then for what is too long or leads
 * nowhere. Throws `unprocessable` with one sentence for each field, by its name in the API.
 */
export function checkManuscript(manuscript: Manuscript): void {
  const missing = missingFields(manuscript);
  if (missing.length > 0) refuse(missing, 'Please fill in all required fields');
  refuse([...tooLong(manuscript), ...oddAddresses(manuscript), ...oddLanguage(manuscript)]);
}

/** Refuses to show readers a picture that nobody has described. Throws `unprocessable` as `checkManuscript` does. */
export function checkDescriptions(manuscript: Pick<Manuscript, 'content' | 'image' | 'imageAlt'>): void {
  const { content, imageAlt } = undescribedPictures(manuscript);
  refuse([
    ...(imageAlt === undefined ? [] : [['image_alt', imageAlt] as const]),
    ...(content === undefined ? [] : [['content', content] as const]),
  ]);
}

type Complaint = readonly [field: string, sentence: string];

function missingFields({ title, slug, excerpt, content }: Manuscript): Complaint[] {
  const complaints: (Complaint | false)[] = [
    title === '' && ['title', 'Please enter a title'],
    slug === '' && ['slug', 'Please enter a slug of letters, digits and hyphens'],
    excerpt === '' && ['excerpt', 'Please enter an excerpt'],
    !hasSomethingToSee(content) && ['content', 'Please write something'],
  ];
  return complaints.filter((complaint) => complaint !== false);
}

function tooLong(manuscript: Manuscript): Complaint[] {
  const texts = {
    title: manuscript.title,
    excerpt: manuscript.excerpt,
    author_name: manuscript.authorName,
    read_time: manuscript.readTime,
    image_alt: manuscript.imageAlt ?? '',
  };
  return (Object.keys(texts) as (keyof typeof texts)[])
    .filter((field) => [...texts[field]].length > TEXT_LIMITS[field])
    .map((field) => [field, `Please use at most ${TEXT_LIMITS[field]} characters`]);
}

function oddAddresses({ image, authorImage }: Manuscript): Complaint[] {
  const addresses = { image, author_image: authorImage };
  return Object.entries(addresses)
    .filter(([, address]) => !isPictureAddress(address))
    .map(([field]) => [field, 'Please use an uploaded image or an address that begins with https://']);
}

function oddLanguage({ lang }: Manuscript): Complaint[] {
  if (lang === '' || canonicalLanguage(lang) !== null) return [];
  return [['lang', 'Please enter a language tag such as ar, he or pt-BR']];
}

function refuse(complaints: readonly Complaint[], message = ''): void {
  if (complaints.length > 0)
    throw new Refusal('unprocessable', message, { fields: Object.fromEntries(complaints) });
}

/** Control characters (line breaks too) become spaces; half a surrogate pair, which no database takes, a sign for it. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Visible text, a picture or a divider. */
export function hasSomethingToSee(html: string): boolean {
  if (/<hr\b/.test(html) || imageSources(html).length > 0) return true;
  const text = stripTags(html).replace(/&(?:nbsp|#160|#xa0|shy|zwnj|zwj);/gi, '');
  return /[^\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
}

/** A picture of ours is stored by its path, whichever way it was named, so that its sizes are found. */
function ownAddress(address: string, { url }: HouseStyle): string {
  return address.startsWith(`${url}/media/`) ? address.slice(url.length) : address;
}

function isPictureAddress(address: string): boolean {
  if (address === '' || address === DEFAULT_AUTHOR_IMAGE) return true;
  if (address.length > ADDRESS_LIMIT) return false;
  if (address.startsWith('/'))
    return /^\/media\/[a-z0-9][a-z0-9._/-]*$/i.test(address) && !address.includes('..');
  return /^https?:\/\/[^\s"'<>\\`]+$/i.test(address) && URL.canParse(address);
}
