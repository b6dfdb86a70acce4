import { hash } from 'node:crypto';
import type { Handler } from 'hono';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SiteState } from '#domain/site/site-state.server.ts';
import type { Assets } from '#http/assets.server.ts';
import { newsroomIcon } from './newsroom-icon.ts';
import { isDevelopment } from '#http/development.ts';
import type { HeaderSet } from '#http/middleware/header-set.ts';
import { namesEntityTag } from '#http/page-cache/if-none-match.ts';
import { memoizeLast } from '#platform/memoize-last.ts';
import { appearanceStyleSheets, DocumentHead } from '../document-head.tsx';
import { ROOT_ID } from './publication.ts';

export interface NewsroomShellOptions {
  /** The publication after every committed change. */
  readonly latestState: () => Promise<SiteState>;
  readonly assets: Pick<Assets, 'url' | 'css'>;
  readonly headersFor: HeaderSet;
  /** Whether emails are written as files instead of being sent. */
  readonly writesMailFiles: boolean;
}

const ENTRY = 'src/admin.client.tsx';
const NEWSROOM_MODULE = 'src/admin/newsroom.tsx';
const CONTENT_TYPE = 'text/html; charset=utf-8';

/**
 * Answers `/login` and every path under `/admin` with the same static document. The browser renders the newsroom from
 * the API.
 */
export function newsroomShell({ latestState, ...options }: NewsroomShellOptions): Handler {
  const shellOf = memoizeLast((state: SiteState) => renderShell(state, options));
  return async ({ req }) => {
    const { html, headers } = shellOf(await latestState());
    return namesEntityTag(req.header('if-none-match') ?? '', headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(html, { headers });
  };
}

interface RenderedShell {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}

type ShellDeps = Omit<NewsroomShellOptions, 'latestState'>;

function renderShell(state: SiteState, { headersFor, ...deps }: ShellDeps): RenderedShell {
  const html = `<!doctype html>${renderToStaticMarkup(<Shell state={state} {...deps} />)}`;
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

interface ShellProps extends Omit<ShellDeps, 'headersFor'> {
  readonly state: SiteState;
}

function Shell({ state: { site, settings }, assets, writesMailFiles }: ShellProps) {
  return (
    <html lang="en">
      <DocumentHead
        assets={assets}
        title={`Newsroom – ${site.name}`}
        entry={ENTRY}
        icons={site.appearance.icons}
        // In development, the entry module loads the style sheet, and the many source modules are not preloaded.
        styleSheets={[...(isDevelopment ? [] : assets.css(ENTRY)), ...appearanceStyleSheets(site)]}
        // The on-screen keyboard resizes the viewport instead of covering it, so that the editor text stays visible.
        viewport="interactive-widget=resizes-content"
      >
        {!isDevelopment && <link rel="modulepreload" href={assets.url(NEWSROOM_MODULE)} />}
        <meta name="robots" content="noindex" />
      </DocumentHead>
      <body className="newsroom">
        <noscript>
          <p className="newsroom-noscript">The newsroom needs JavaScript.</p>
        </noscript>
        <div
          id={ROOT_ID}
          data-name={site.name}
          data-tagline={site.tagline}
          data-url={site.url}
          data-time-zone={site.timeZone}
          data-locale={site.locale}
          data-default-author={site.defaultAuthor}
          data-sign-up={settings.account_sign_up_open ? 'open' : 'closed'}
          data-emails={writesMailFiles ? 'files' : 'sent'}
          data-icon={newsroomIcon(site.appearance.icon)}
          data-sections={JSON.stringify(site.sections.all)}
        />
      </body>
    </html>
  );
}
