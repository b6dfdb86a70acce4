import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { documentDirection, openGraphLocale } from '#platform/language.ts';
import { LocaleContext } from '#ui/locale.ts';
import { robotsDirectives } from '#domain/site/ai-crawlers.ts';
import { type Breadcrumb, breadcrumbData } from '#reader/breadcrumbs.ts';
import { FeedLinks } from '#reader/feeds/feed-links.tsx';
import { Layout } from '#reader/layout/layout.tsx';
import { OEmbedLinks } from '#reader/oembed/oembed-links.tsx';
import { MANIFEST_PATH } from '#reader/manifest/manifest.ts';
import type { Publication } from '#reader/publication.ts';
import { publisherPicture } from '#reader/publisher-logo.ts';
import { appearanceStyleSheets, DocumentHead } from './document-head.tsx';

const READER_ENTRY = 'src/entry.client.ts';
const SPLASH_ENTRY = 'src/splash.client.ts';
/** Linked in addition to the style sheet of all pages. */
const STYLE_SHEETS = {
  home: 'src/reader/home/home.css',
  article: 'src/reader/article/article.css',
  articlePreview: 'src/reader/article-preview/article-preview.css',
  search: 'src/reader/search/search.css',
} as const;

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
  /** `article`, or one that imports it, for every page that contains `.prose` or `.comment-text`. */
  readonly styleSheet?: keyof typeof STYLE_SHEETS;
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

/** Renders the complete HTML document of a page. It contains no inline script, so one strict CSP fits all pages. */
export function renderDocument(
  publication: Pick<Publication, 'site' | 'ownPages' | 'navigation' | 'assets'>,
  head: PageMetadata,
  content: ReactNode,
): string {
  const html = renderToString(
    <html
      lang={publication.site.locale}
      dir={documentDirection(publication.site.locale)}
      {...(head.kind === 'not-found' ? { 'data-not-found': '' } : {})}
    >
      <PageHead publication={publication} head={head} />
      <body>
        <LocaleContext value={publication.site.locale}>
          <Layout
            site={publication.site}
            ownPages={publication.ownPages}
            navigation={publication.navigation}
            path={head.path}
            isHome={head.kind === 'home'}
          >
            {content}
          </Layout>
        </LocaleContext>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

interface PageHeadProps {
  readonly publication: Pick<Publication, 'site' | 'assets'>;
  readonly head: PageMetadata;
}

function PageHead({ publication: { site, assets }, head }: PageHeadProps) {
  const title = head.title === null ? `${site.name} – ${site.tagline}` : `${head.title} – ${site.name}`;
  return (
    <DocumentHead
      assets={assets}
      title={title}
      entry={READER_ENTRY}
      icons={site.appearance.icons}
      styleSheets={[...styleSheets(assets, head), ...appearanceStyleSheets(site)]}
      first={head.kind === 'home' && <script src={assets.url(SPLASH_ENTRY)} />}
    >
      <meta name="description" content={head.description} />
      <FeedLinks title={site.name} page="/" />
      {head.feed !== undefined && <FeedLinks {...head.feed} />}
      {head.articleSlug !== undefined && (
        <OEmbedLinks siteUrl={site.url} slug={head.articleSlug} title={head.title ?? site.name} />
      )}
      <link rel="manifest" href={MANIFEST_PATH} />
      <meta name="robots" content={robotsContent(site, head)} />
      {head.path !== null && (
        <SharingTags url={site.url + head.path} title={head.title ?? site.name} site={site} head={head} />
      )}
      {head.data !== undefined && <StructuredData data={head.data} />}
      {head.path !== null && head.breadcrumbs !== undefined && (
        <StructuredData data={breadcrumbData(site.url, head.breadcrumbs)} />
      )}
    </DocumentHead>
  );
}

/** A page without a canonical path is not indexed. Search results may show large previews of pictures. */
const robotsContent = ({ discovery }: Publication['site'], { path }: PageMetadata): string =>
  [path === null ? 'noindex' : 'max-image-preview:large', ...robotsDirectives(discovery.aiPolicy)].join(', ');

const styleSheets = (assets: Publication['assets'], { styleSheet }: PageMetadata): readonly string[] => [
  ...assets.css(READER_ENTRY),
  ...(styleSheet === undefined ? [] : [assets.url(STYLE_SHEETS[styleSheet])]),
];

interface SharingTagsProps {
  readonly url: string;
  readonly title: string;
  readonly site: Publication['site'];
  readonly head: PageMetadata;
}

function SharingTags({ url, title, site, head }: SharingTagsProps) {
  const image = head.image ?? { ...publisherPicture(site), alt: site.name };
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content={head.kind === 'article' ? 'article' : 'website'} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphLocale(head.lang ?? site.locale)} />
      <meta name="twitter:card" content={head.image === undefined ? 'summary' : 'summary_large_image'} />
      <meta property="og:image" content={new URL(image.url, url).href} />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={image.alt} />
      {head.articleProperties?.map(([name, value]) => (
        <meta key={`${name} ${value}`} property={`article:${name}`} content={value} />
      ))}
    </>
  );
}

function StructuredData({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  return (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: serializeJsonForScript(data) }} />
  );
}

/** JSON that cannot close the surrounding script element. */
function serializeJsonForScript(data: unknown): string {
  return JSON.stringify(data).replace(/</g, '\\u003c');
}
