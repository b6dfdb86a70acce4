import type { ArticleSummary } from '#domain/articles/article.ts';
import { bylineText } from '#domain/articles/bylines.ts';
import { jpegUrl, type Picture } from '#domain/images/image.ts';
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
    ...thumbnail(article.picture, site.url, limits),
  };
  if (format === 'json') return JSON.stringify(fields);
  const children = Object.entries(fields).map(([name, value]) => element(name, {}, String(value)));
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>${element('oembed', {}, children).xml}`;
}

/** The largest JPEG of a stored picture within the limits. The size of external pictures is not known. */
function thumbnail(
  picture: Picture | null,
  siteUrl: string,
  { maxWidth, maxHeight }: Pick<OEmbedRequest, 'maxWidth' | 'maxHeight'>,
) {
  if (picture === null) return {};
  const heightOf = (width: number) => Math.round((picture.height * width) / picture.width);
  const width = picture.widths.findLast((step) => step <= maxWidth && heightOf(step) <= maxHeight);
  if (width === undefined) return {};
  return {
    thumbnail_url: new URL(jpegUrl(picture, width), siteUrl).href,
    thumbnail_width: width,
    thumbnail_height: heightOf(width),
  };
}
