import { hash } from 'node:crypto';
import type { Handler } from 'hono';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Site } from '#domain/site/site.ts';
import type { Assets } from '#http/assets.server.ts';
import { isDevelopment } from '#http/development.ts';
import type { HeaderSet } from '#http/middleware/header-set.ts';
import { ROOT_ID } from './publication.ts';

export interface NewsroomShellOptions {
  readonly site: Site;
  readonly assets: Pick<Assets, 'url' | 'css'>;
  readonly headersFor: HeaderSet;
}

const ENTRY = 'src/admin.client.tsx';
const NEWSROOM_MODULE = 'src/admin/newsroom.tsx';
const FONTS = ['src/ui/fonts/sans.woff2', 'src/ui/fonts/serif.woff2'];
const CONTENT_TYPE = 'text/html; charset=utf-8';

/**
 * Answers `/login` and every path under `/admin` with the same static document. The browser renders the newsroom from
 * the API.
 */
export function newsroomShell(options: NewsroomShellOptions): Handler {
  let rendered: RenderedShell | undefined;
  return ({ req }) => {
    const { html, headers } = (rendered ??= renderShell(options));
    return req.header('if-none-match') === headers.etag
      ? new Response(null, { status: 304, headers })
      : new Response(html, { headers });
  };
}

interface RenderedShell {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}

function renderShell({ site, assets, headersFor }: NewsroomShellOptions): RenderedShell {
  const html = `<!doctype html>${renderToStaticMarkup(<Shell site={site} assets={assets} />)}`;
  const headers = {
    ...headersFor(CONTENT_TYPE),
    'content-type': CONTENT_TYPE,
    'cache-control': 'no-cache',
    etag: `"${hash('sha256', html, 'base64url').slice(0, 22)}"`,
    // The URL may contain the token of an emailed link, which must not reach other sites.
    'referrer-policy': 'same-origin',
  };
  return { html, headers };
}

function Shell({ site, assets }: Pick<NewsroomShellOptions, 'site' | 'assets'>) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        {/* The on-screen keyboard resizes the viewport instead of covering it, so that the editor text stays visible. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <title>{`Newsroom – ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        {FONTS.map((font) => (
          <link
            key={font}
            rel="preload"
            href={assets.url(font)}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {/* In development, the entry module loads the style sheet, and the many source modules are not preloaded. */}
        {!isDevelopment && <BuiltLinks assets={assets} />}
        <script type="module" src={assets.url(ENTRY)} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf9f5" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121418" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      </head>
      <body className="newsroom">
        <noscript>
          <p className="newsroom-noscript">The newsroom needs JavaScript.</p>
        </noscript>
        <div
          id={ROOT_ID}
          data-name={site.name}
          data-tagline={site.tagline}
          data-time-zone={site.timeZone}
          data-default-author={site.defaultAuthor}
        />
      </body>
    </html>
  );
}

function BuiltLinks({ assets }: Pick<NewsroomShellOptions, 'assets'>) {
  return (
    <>
      {assets.css(ENTRY).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <link rel="modulepreload" href={assets.url(NEWSROOM_MODULE)} />
    </>
  );
}
