import type { ArticleSummary } from '#domain/articles/article.ts';
import { bylineText } from '#domain/articles/bylines.ts';
import { jpegUrl, type Picture } from '#domain/images/image.ts';
import { SOCIAL_PICTURE } from '#domain/images/rendering/social-picture.ts';
import type { Site } from '#domain/site/site.ts';
import { element } from '../xml.ts';
import type { OEmbedRequest } from './oembed-request.ts';

/** Seconds for which a consumer may keep a response. */
const CACHE_AGE = 86_400;

/**
 * The body of a response of the type `link` (oembed.com, section 2.3.4.3): the consumer links the article in its own way, and
 * gets no HTML to insert.
 *
 * @param socialPicture path of the picture rendered for social networks, the thumbnail of an article without a stored picture
 */
export function oembedBody(
  article: ArticleSummary,
  socialPicture: string | null,
  site: Pick<Site, 'name' | 'url'>,
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
    ...thumbnail(article.picture, socialPicture, site.url, limits),
  };
  if (format === 'json') return JSON.stringify(fields);
  const children = Object.entries(fields).map(([name, value]) => element(name, {}, String(value)));
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>${element('oembed', {}, children).xml}`;
}

/** Whether the picture is in the picture store; the size of others is not known. */
export const hasStoredPicture = ({ picture }: Pick<ArticleSummary, 'picture'>) =>
  picture !== null && picture.widths.length > 0;

/** The largest JPEG of a stored picture within the limits; without such a picture the social picture, if that is within them. */
function thumbnail(
  picture: Picture | null,
  socialPicture: string | null,
  siteUrl: string,
  { maxWidth, maxHeight }: Pick<OEmbedRequest, 'maxWidth' | 'maxHeight'>,
) {
  const fits = (width: number, height: number) => width <= maxWidth && height <= maxHeight;
  const describe = (path: string, width: number, height: number) => ({
    thumbnail_url: new URL(path, siteUrl).href,
    thumbnail_width: width,
    thumbnail_height: height,
  });
  if (picture === null || !hasStoredPicture({ picture })) {
    const { width, height } = SOCIAL_PICTURE;
    return socialPicture !== null && fits(width, height) ? describe(socialPicture, width, height) : {};
  }
  const heightOf = (width: number) => Math.round((picture.height * width) / picture.width);
  const width = picture.widths.findLast((step) => fits(step, heightOf(step)));
  return width === undefined ? {} : describe(jpegUrl(picture, width), width, heightOf(width));
}
