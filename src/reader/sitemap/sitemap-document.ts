import type { Rendered } from '#http/page-cache/rendered.ts';
import { type Element, element } from '../xml.ts';

/** Sitemap protocol 0.9. */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const EXTENSIONS = {
  image: { 'xmlns:image': 'http://www.google.com/schemas/sitemap-image/1.1' },
  news: { 'xmlns:news': 'http://www.google.com/schemas/sitemap-news/0.9' },
};

interface SitemapOptions {
  readonly root: 'sitemapindex' | 'urlset';
  readonly extension?: keyof typeof EXTENSIONS;
  readonly entries: readonly Element[];
  readonly tags: readonly string[];
}

/** A sitemap, or an index of sitemaps (https://www.sitemaps.org/protocol.html). */
export function sitemapDocument({ root, extension, entries, tags }: SitemapOptions): Rendered {
  const attributes = { xmlns: NAMESPACE, ...(extension === undefined ? {} : EXTENSIONS[extension]) };
  return {
    status: 200,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="utf-8"?>\n${element(root, attributes, entries).xml}\n`,
    tags,
  };
}

/** The address and, when it is known, the time of the last change. */
export function location(url: string, lastChange?: Date): Element[] {
  const changed = lastChange === undefined ? [] : [element('lastmod', {}, lastChange.toISOString())];
  return [element('loc', {}, url), ...changed];
}
