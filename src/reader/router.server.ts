import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { robotsTagHeader } from '#domain/site/ai-crawlers.ts';
import type { Site } from '#domain/site/site.ts';
import { canonicalKey } from '#http/page-cache/canonical-key.ts';
import { NOT_FOUND_KEY } from '#http/page-cache/not-found-key.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Clock } from '#platform/clock.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { memoizeLast } from '#platform/memoize-last.ts';
import { FEED_TYPES } from './feeds/feed-types.ts';
import { PageGone, PageNotFound, type ReaderPage } from './reader-page.tsx';
import { findProbe, type ProbeEnv } from './redirects/address-probe.ts';
import { gonePage } from './not-found/gone-page.tsx';
import { notFoundPage } from './not-found/not-found-page.tsx';
import type { PageRequest, Publication, PublicationReader } from './publication.ts';

export interface ReaderRoute {
  /** A Hono path pattern. */
  readonly path: string;
  /** Query parameters that select a different page. All others are ignored. */
  readonly query: readonly string[];
  readonly page: ReaderPage;
  /** False for paths that match the pattern but have no page, which is then not rendered to find that out. */
  readonly isPage?: (publication: Publication, request: Pick<PageRequest, 'params'>) => boolean;
  /** The page depends on the time of the request, to the minute. */
  readonly isTimed?: boolean;
  /** The response is data for programs, and a page for clients that prefer one (`Accept`). */
  readonly isNegotiated?: boolean;
}

interface ReaderRouterOptions {
  readonly routes: readonly ReaderRoute[];
  readonly publications: PublicationReader;
  readonly pages: Pick<PageCache, 'respond' | 'purge'>;
  readonly clock: Clock;
}

/** The tag of a page that depends on the time. It is purged when a new minute begins. */
const timedTag = (path: string) => `timed:${path}`;

/** Serves every reader route from the page cache. Any other path gets the not-found page. */
export function readerRouter({ routes, publications, pages, clock }: ReaderRouterOptions): Hono<ProbeEnv> {
  const app = new Hono<ProbeEnv>();
  // They depend only on the settings of the site, so unknown paths cost one lookup and no rendering.
  const notFound = memoizeLast(notFoundPage);
  const gone = memoizeLast(gonePage);

  /** The minute for which each timed page was rendered, by tag. */
  const renderedAt = new Map<string, number>();

  const answerNotFound = (request: Request) =>
    pages.respond(NOT_FOUND_KEY, request, async () => notFound(await publications.latest()));

  async function render(page: ReaderPage, request: PageRequest): Promise<Rendered> {
    const publication = await publications.latest();
    try {
      return withRobotsTag(await page(publication, request), publication.site);
    } catch (error) {
      if (error instanceof PageNotFound) return notFound(publication);
      if (error instanceof PageGone) return gone(publication);
      throw error;
    }
  }

  for (const { path, query, page, isPage, isTimed = false, isNegotiated = false } of routes) {
    app.get(path, async (context, next) => {
      const { req } = context;
      if (isPage !== undefined && !isPage(await publications.newest(), { params: req.param() }))
        return next();
      const probe = findProbe(context.env);
      if (probe !== undefined) probe.parameters = query;
      const { pathname, search } = new URL(req.url);
      const key = canonicalKey(pathname, search, query);
      if (key === null) return answerNotFound(req.raw);
      const minute = new Date(Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS);
      const prefersPage = isNegotiated && prefersHtml(context);
      const request = { path: req.path, params: req.param(), query: queryOf(key), minute, prefersPage };
      // A space keeps a key apart from every request target: those are answered without reading `Accept` and the clock.
      const variant = isNegotiated ? (prefersPage ? ' page' : ' data') : '';
      if (!isTimed) return pages.respond(key + variant, req.raw, () => render(page, request));
      const tag = timedTag(path);
      if (renderedAt.get(tag) !== minute.getTime()) pages.purge([tag]);
      renderedAt.set(tag, minute.getTime());
      return pages.respond(`${key}${variant} timed`, req.raw, async () => {
        const rendered = await render(page, request);
        return { ...rendered, tags: [...rendered.tags, tag] };
      });
    });
  }
  // Not `app.notFound`: Hono ignores the notFound handler of an app that is mounted in another one.
  app.get('*', ({ req }) => answerNotFound(req.raw));
  return app;
}

/** Types that feed readers ask for, some of which name HTML as their last choice. */
const DATA_TYPES = [...Object.values(FEED_TYPES), 'application/json', 'application/xml', 'text/xml'];

const prefersHtml = (context: Context): boolean =>
  accepts(context, { header: 'Accept', supports: [...DATA_TYPES, 'text/html'], default: '' }) === 'text/html';

/** Says the same as the meta element of pages, for feeds and other files too. */
function withRobotsTag(rendered: Rendered, { discovery }: Site): Rendered {
  return { ...rendered, headers: { ...rendered.headers, ...robotsTagHeader(discovery.aiPolicy) } };
}

/** The query of a cache key, which holds only the parameters that the route declares. */
function queryOf(key: string): Readonly<Record<string, string>> {
  const start = key.indexOf('?');
  return start === -1 ? {} : Object.fromEntries(new URLSearchParams(key.slice(start)));
}
