import { Hono } from 'hono';
import { canonicalKey } from '#http/page-cache/canonical-key.ts';
import { NOT_FOUND_KEY } from '#http/page-cache/not-found-key.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { PageGone, PageNotFound, type ReaderPage } from './reader-page.tsx';
import { gonePage } from './not-found/gone-page.tsx';
import { notFoundPage } from './not-found/not-found-page.tsx';
import type { PageRequest, Publication } from './publication.ts';

export interface ReaderRoute {
  /** A Hono path pattern. */
  readonly path: string;
  /** Query parameters that select a different page. All others are ignored. */
  readonly query: readonly string[];
  readonly page: ReaderPage;
}

interface ReaderRouterOptions {
  readonly routes: readonly ReaderRoute[];
  readonly publication: Publication;
  readonly pages: Pick<PageCache, 'respond'>;
}

/** Serves every reader route from the page cache. Any other path gets the not-found page. */
export function readerRouter({ routes, publication, pages }: ReaderRouterOptions): Hono {
  const app = new Hono();
  // Depends only on the site settings, so unknown paths cost one lookup and no rendering.
  const notFound = notFoundPage(publication);
  const gone = gonePage(publication);

  const answerNotFound = (request: Request) =>
    pages.respond(NOT_FOUND_KEY, request, () => Promise.resolve(notFound));

  async function render(page: ReaderPage, request: PageRequest): Promise<Rendered> {
    try {
      return await page(publication, request);
    } catch (error) {
      if (error instanceof PageNotFound) return notFound;
      if (error instanceof PageGone) return gone;
      throw error;
    }
  }

  for (const { path, query, page } of routes) {
    app.get(path, async ({ req }) => {
      const { pathname, search } = new URL(req.url);
      const key = canonicalKey(pathname, search, query);
      if (key === null) return answerNotFound(req.raw);
      const request = { path: req.path, params: req.param(), query: queryOf(key) };
      return pages.respond(key, req.raw, () => render(page, request));
    });
  }
  // Not `app.notFound`: Hono ignores the notFound handler of an app that is mounted in another one.
  app.get('*', ({ req }) => answerNotFound(req.raw));
  return app;
}

/** The query of a cache key, which holds only the parameters that the route declares. */
function queryOf(key: string): Readonly<Record<string, string>> {
  const start = key.indexOf('?');
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(key.slice(start)));
}
