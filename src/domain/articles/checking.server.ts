import type { Site } from '#domain/site/site.ts';
import { Refusal } from '#platform/refusal.ts';
import { DEFAULT_AUTHOR_IMAGE, normaliseTags } from './article.ts';
import { ADDRESS_LIMIT, CONTENT_BYTES, type Manuscript, TEXT_LIMITS } from './manuscript.ts';
import { sanitiseArticle } from './sanitise.server.ts';
import { slugFrom } from './slug.ts';

export type HouseStyle = Pick<Site, 'defaultAuthor' | 'url'>;

/** What is typed comes clean: no control characters, nothing at the ends, the house's own words where nothing was typed. */
export function cleanManuscript(given: Manuscript, house: HouseStyle): Manuscript {
  return {
    ...given,
    title: oneLine(given.title),
    slug: slugFrom(given.slug),
    excerpt: oneLine(given.excerpt),
    content: cleanContent(given.content),
    authorName: oneLine(given.authorName) || house.defaultAuthor,
    authorImage: ownAddress(given.authorImage.trim(), house) || DEFAULT_AUTHOR_IMAGE,
    readTime: oneLine(given.readTime),
    image: ownAddress(given.image.trim(), house),
    imageAlt: oneLine(given.imageAlt),
    tags: normaliseTags(given.tags.map(oneLine)),
  };
}

/**
 * Refuses a clean manuscript that cannot be saved: first for what is missing, then for what is too long or leads
 * nowhere. Throws `unprocessable` with one sentence for each field, by its name in the API.
 */
export function checkManuscript(manuscript: Manuscript): void {
  const missing = missingFields(manuscript);
  if (missing.length > 0) refuse(missing, 'Please fill in all required fields');
  refuse([...tooLong(manuscript), ...oddAddresses(manuscript)]);
}

/** To be asked when the pictures are stored and only their addresses are left. */
export function checkContentSize(content: string): void {
  if (Buffer.byteLength(content) <= CONTENT_BYTES) return;
  refuse([['content', `The text is longer than ${CONTENT_BYTES / 1024 / 1024} MB`]]);
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
    image_alt: manuscript.imageAlt,
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

/** Several times what may be stored: word processors write a lot that does not stay. */
const UNCLEANED_LIMIT = 4 * CONTENT_BYTES;
const EMBEDDED_PICTURE = /data:image\/[a-z+]+;base64,[A-Za-z0-9+/=]*/gi;
// oxlint-disable-next-line no-control-regex
const INVISIBLE_CONTROLS = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function cleanContent(html: string): string {
  if (html.replace(EMBEDDED_PICTURE, '').length > UNCLEANED_LIMIT)
    refuse([['content', `The text is longer than ${CONTENT_BYTES / 1024 / 1024} MB`]]);
  // Before the sanitising, so that nothing it has judged is put together differently afterwards.
  return sanitiseArticle(html.toWellFormed().replace(INVISIBLE_CONTROLS, ''));
}

/** Visible text, a picture or a divider. */
export function hasSomethingToSee(html: string): boolean {
  if (/<hr\b|<img\b[^>]*\ssrc="[^"]/.test(html)) return true;
  const text = html.replace(/<[^>]*>/g, '').replace(/&(?:nbsp|#160|#xa0|shy|zwnj|zwj);/gi, '');
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
