import type { ArticleSummary } from '#domain/articles/article.ts';
import { bylineText } from '#domain/articles/bylines.ts';
import { socialPicturePath } from '#domain/articles/derived-pictures/social-picture-address.server.ts';
import { jpegUrl } from '#domain/images/image.ts';
import { SOCIAL_PICTURE } from '#domain/images/rendering/social-picture.ts';
import type { Site } from '#domain/site/site.ts';
import { element } from '../xml.ts';
import type { OEmbedRequest } from './oembed-request.ts';

/** Seconds for which a consumer may keep a response. */
const CACHE_AGE = 86_400;

/**
 * The body of a response of the type `link` (oembed.com, section 2.3.4.3): the consumer links the article in its own way, and
 * gets no HTML to insert.
 */
export function oembedBody(
  article: ArticleSummary,
  site: Site,
  { format, ...limits }: OEmbedRequest,
): string {
  const fields: Readonly<Record<string, string | number>> = {
    type: 'link',
    version: '1.0',
    title: article.title,
    author_name: bylineText(article.bylines),
    provider_name: site.name,
    provider_url: `${site.url}/`,
    cache_age: CACHE_AGE,
    ...thumbnail(article, site, limits),
  };
  if (format === 'json') return JSON.stringify(fields);
  const children = Object.entries(fields).map(([name, value]) => element(name, {}, String(value)));
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>${element('oembed', {}, children).xml}`;
}

/** The largest JPEG of a stored picture within the limits; without such a picture the social picture, if that is within them. */
function thumbnail(
  article: ArticleSummary,
  site: Site,
  { maxWidth, maxHeight }: Pick<OEmbedRequest, 'maxWidth' | 'maxHeight'>,
) {
  const { picture } = article;
  const fits = (width: number, height: number) => width <= maxWidth && height <= maxHeight;
  const describe = (path: string, width: number, height: number) => ({
    thumbnail_url: new URL(path, site.url).href,
    thumbnail_width: width,
    thumbnail_height: height,
  });
  // The size of a picture of another site is not known.
  if (picture === null || picture.widths.length === 0) {
    const { width, height } = SOCIAL_PICTURE;
    return fits(width, height) ? describe(socialPicturePath(article, site), width, height) : {};
  }
  const heightOf = (width: number) => Math.round((picture.height * width) / picture.width);
  const width = picture.widths.findLast((step) => fits(step, heightOf(step)));
  return width === undefined ? {} : describe(jpegUrl(picture, width), width, heightOf(width));
}
