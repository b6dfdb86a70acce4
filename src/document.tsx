import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { documentDirection } from '#platform/language.ts';
import { LocaleContext } from '#ui/locale.ts';
import { breadcrumbData } from '#reader/breadcrumbs.ts';
import { FeedLinks } from '#reader/feeds/feed-links.tsx';
import { Layout, layoutEnd, type LayoutPublication } from '#reader/layout/layout.tsx';
import { OEmbedLinks } from '#reader/oembed/oembed-links.tsx';
import { MANIFEST_PATH } from '#reader/manifest/manifest.ts';
import type { Publication } from '#reader/publication.ts';
import { appearanceStyleSheets, DocumentHead } from './document-head.tsx';
import {
  documentTitle,
  type PageMetadata,
  robotsContent,
  type SharingMetadata,
  sharingMetadata,
} from './document-metadata.ts';

const READER_ENTRY = 'src/entry.client.ts';
const SPLASH_ENTRY = 'src/splash.client.ts';
const RIGHT_TO_LEFT = 'src/reader/layout/right-to-left.css';
/** Linked in addition to the style sheet of all pages. */
const STYLE_SHEETS = {
  home: 'src/reader/home/home.css',
  homeWithLatest: 'src/reader/home/home-with-latest.css',
  article: 'src/reader/article/article.css',
  articlePreview: 'src/reader/article-preview/article-preview.css',
  search: 'src/reader/search/search.css',
  about: 'src/reader/about/about.css',
  secondary: 'src/reader/secondary-pages.css',
} as const satisfies Readonly<Record<NonNullable<PageMetadata['styleSheet']>, string>>;

/**
 * A document with a part of a page, in the style sheets of readers and without the frame of pages. It is not indexed, and belongs to
 * no address.
 */
export function renderExcerptDocument(
  { site, assets }: Pick<Publication, 'site' | 'assets'>,
  { title, styleSheet }: Pick<PageMetadata, 'styleSheet'> & { readonly title: string },
  content: ReactNode,
): string {
  const html = renderToString(
    <html lang={site.locale} dir={documentDirection(site.locale)}>
      <DocumentHead
        assets={assets}
        title={title}
        entry={READER_ENTRY}
        icons={[]}
        styleSheets={[
          ...styleSheets({ site, assets }, styleSheet === undefined ? {} : { styleSheet }),
          ...appearanceStyleSheets(site),
        ]}
      >
        <meta name="robots" content="noindex" />
      </DocumentHead>
      <body>
        <LocaleContext value={site.locale}>{content}</LocaleContext>
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

/** Renders the complete HTML document of a page. It contains no inline script, so one strict CSP fits all pages. */
export function renderDocument(
  publication: LayoutPublication & Pick<Publication, 'assets'>,
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
          <Layout publication={publication} path={head.path} isHome={head.kind === 'home'}>
            {content}
          </Layout>
        </LocaleContext>
      </body>
    </html>,
  );
  const end = html.lastIndexOf('</body>');
  return `<!doctype html>${html.slice(0, end)}${layoutEnd(publication)}${html.slice(end)}`;
}

interface PageHeadProps {
  readonly publication: Pick<Publication, 'site' | 'assets'>;
  readonly head: PageMetadata;
}

function PageHead({ publication: { site, assets }, head }: PageHeadProps) {
  const sharing = sharingMetadata(site, head);
  return (
    <DocumentHead
      assets={assets}
      title={documentTitle(site, head)}
      entry={READER_ENTRY}
      isEntryAsync
      icons={site.appearance.icons}
      styleSheets={[...styleSheets({ site, assets }, head), ...appearanceStyleSheets(site)]}
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
      {sharing !== null && <SharingTags values={sharing} />}
      {head.data !== undefined && <StructuredData data={head.data} />}
      {head.path !== null && head.breadcrumbs !== undefined && (
        <StructuredData data={breadcrumbData(site.url, head.breadcrumbs)} />
      )}
    </DocumentHead>
  );
}

const styleSheets = (
  { site, assets }: Pick<Publication, 'site' | 'assets'>,
  { styleSheet }: Pick<PageMetadata, 'styleSheet'>,
): readonly string[] => [
  ...assets.css(READER_ENTRY),
  ...(styleSheet === undefined ? [] : [assets.url(STYLE_SHEETS[styleSheet])]),
  ...(documentDirection(site.locale) === 'rtl' ? [assets.url(RIGHT_TO_LEFT)] : []),
];

function SharingTags({ values }: { readonly values: SharingMetadata }) {
  return (
    <>
      <link rel="canonical" href={values.url} />
      <meta property="og:type" content={values.type} />
      <meta property="og:site_name" content={values.siteName} />
      <meta property="og:title" content={values.title} />
      <meta property="og:description" content={values.description} />
      <meta property="og:url" content={values.url} />
      <meta property="og:locale" content={values.locale} />
      <meta name="twitter:card" content={values.card} />
      <meta property="og:image" content={values.image.url} />
      <meta property="og:image:width" content={String(values.image.width)} />
      <meta property="og:image:height" content={String(values.image.height)} />
      <meta property="og:image:alt" content={values.image.alt} />
      {values.articleProperties.map(([name, value]) => (
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
