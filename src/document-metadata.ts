import type { Breadcrumb } from '#reader/breadcrumbs.ts';
import { robotsDirectives } from '#domain/site/ai-crawlers.ts';
import type { Site } from '#domain/site/site.ts';
import { openGraphLocale } from '#platform/language.ts';
import { publisherPicture } from '#reader/publisher-logo.ts';

/** What the head of a page says about it. */
export interface PageMetadata {
  /** Without the site name, which is appended; null for the home page, whose title is name and tagline. */
  readonly title: string | null;
  readonly description: string;
  /** Canonical path of the page; null for a page without one, such as the not-found page. */
  readonly path: string | null;
  readonly kind?: 'home' | 'article' | 'not-found';
  /** Of an article: other sites find its oEmbed responses by it. */
  readonly articleSlug?: string;
  /** `article`, or one that imports it, for every page that contains `.comment-text`; also `about` for `.prose`. */
  readonly styleSheet?:
    | 'home'
    | 'homeWithLatest'
    | 'article'
    | 'articlePreview'
    | 'search'
    | 'about'
    | 'secondary';
  /** The page whose articles have feeds of their own, besides those of all articles. */
  readonly feed?: { readonly title: string; readonly page: string };
  /** Image for link previews on other sites; width and height in pixels. */
  readonly image?: {
    readonly url: string;
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  };
  /** Language of the main content (BCP 47), if known. */
  readonly lang?: string;
  /** Structured data in the schema.org vocabulary (JSON-LD). */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The path from the home page, without it. The last one is this page. */
  readonly breadcrumbs?: readonly Breadcrumb[];
  /** Properties of an article in Open Graph (https://ogp.me/#type_article), such as `published_time`. */
  readonly articleProperties?: readonly (readonly [name: string, value: string])[];
}

/** The title of the document: that of the page, and the name of the site. */
export const documentTitle = (site: Site, { title }: Pick<PageMetadata, 'title'>): string =>
  title === null ? `${site.name} – ${site.tagline}` : `${title} – ${site.name}`;

/** A page without a canonical path is not indexed. Search results may show large previews of pictures. */
export const robotsContent = ({ discovery }: Site, { path }: PageMetadata): string =>
  [path === null ? 'noindex' : 'max-image-preview:large', ...robotsDirectives(discovery.aiPolicy)].join(', ');

/** What other sites show of a link to a page: the canonical URL, and Open Graph (https://ogp.me). */
export interface SharingMetadata {
  readonly url: string;
  readonly type: 'article' | 'website';
  readonly siteName: string;
  readonly title: string;
  readonly description: string;
  readonly locale: string;
  /** With or without a large image (https://developer.x.com/en/docs/x-for-websites/cards). */
  readonly card: 'summary' | 'summary_large_image';
  /** Absolute URL, text alternative, and size in pixels. */
  readonly image: {
    readonly url: string;
    readonly alt: string;
    readonly width: number;
    readonly height: number;
  };
  readonly articleProperties: readonly (readonly [name: string, value: string])[];
}

/** Null for a page without a canonical path, which is not shared. */
export function sharingMetadata(site: Site, head: PageMetadata): SharingMetadata | null {
  if (head.path === null) return null;
  const url = site.url + head.path;
  const { width, height, alt, ...image } = head.image ?? { ...publisherPicture(site), alt: site.name };
  return {
    url,
    type: head.kind === 'article' ? 'article' : 'website',
    siteName: site.name,
    title: head.title ?? site.name,
    description: head.description,
    locale: openGraphLocale(head.lang ?? site.locale),
    card: head.image === undefined ? 'summary' : 'summary_large_image',
    image: { url: new URL(image.url, url).href, alt, width, height },
    articleProperties: head.articleProperties ?? [],
  };
}
