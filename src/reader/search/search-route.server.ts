import { type Context, Hono } from 'hono';
import type { Search } from '#domain/articles/search/searching.server.ts';
import { robotsDirectives } from '#domain/site/ai-crawlers.ts';
import { retryAfterHeader, toPublicError } from '#http/errors.server.ts';
import type { PageViews } from '#http/page-views/page-views.ts';
import { requestFields } from '#http/page-views/request-fields.ts';
import { networkOf } from '#http/network.server.ts';
import type { Log } from '#platform/log.server.ts';
import { notFoundPage } from '../not-found/not-found-page.tsx';
import { type Publication, type PublicationReader } from '../publication.ts';
import { PageNotFound } from '../reader-page.tsx';
import { searchJson } from './search-json.ts';
import { SEARCH_UNAVAILABLE, TOO_MANY_SEARCHES } from './search-messages.ts';
import { isTakenPath } from '../taken-path.ts';
import { searchPage } from './search-page.tsx';
import { SEARCH_PATH } from './search-paths.ts';
import { parseSearchState, searchRequest } from './search-request.ts';
import type { SearchOutcome } from './use-live-search.ts';

interface SearchRouteDeps {
  readonly publications: Pick<PublicationReader, 'newest'>;
  readonly search: Search;
  readonly views: PageViews;
  /** Number of reverse proxies in front of the server. */
  readonly trustProxy: number;
  readonly log: Log;
}

/** Search results are for one reader and of one moment. */
const headersFor = ({ site }: Publication) => ({
  'cache-control': 'private, no-cache',
  'x-robots-tag': ['noindex', ...robotsDirectives(site.discovery.aiPolicy)].join(', '),
});

/** The search page. It is not in the page cache: a network could fill it with what nobody else searches for. */
export function searchRoute({ publications, search, views, trustProxy, log }: SearchRouteDeps): Hono {
  async function respond(context: Context, publication: Publication): Promise<Response> {
    const { site } = publication;
    const headers = headersFor(publication);
    const state = parseSearchState(new URL(context.req.url).searchParams, site);
    if (state.query === '') return context.html(searchPage(publication, state, NOT_SEARCHED), 200, headers);
    try {
      const found = await search.find(searchRequest(state), networkOf(context, trustProxy));
      const outcome = { ...NOT_SEARCHED, found: searchJson(found, site), isIncomplete: found.isIncomplete };
      return context.html(searchPage(publication, state, outcome), 200, headers);
    } catch (error) {
      const publicError = toPublicError(error, log);
      if (publicError.code === 'not_found') throw new PageNotFound(publicError.message);
      const isTooMany = publicError.code === 'too_many';
      const problem = isTooMany ? TOO_MANY_SEARCHES : SEARCH_UNAVAILABLE;
      return context.html(
        searchPage(publication, state, { ...NOT_SEARCHED, problem }),
        isTooMany ? 429 : 503,
        { ...headers, 'retry-after': '5', ...retryAfterHeader(publicError) },
      );
    }
  }

  return new Hono().get(SEARCH_PATH, async (context, next) => {
    const publication = await publications.newest();
    if (isTakenPath(publication, SEARCH_PATH)) return next();
    try {
      const response = await respond(context, publication);
      const { req } = context;
      if (req.method === 'GET' && response.ok)
        views.record(
          'other',
          requestFields((name) => req.header(name)),
        );
      return response;
    } catch (error) {
      if (!(error instanceof PageNotFound)) throw error;
      return context.html(notFoundPage(publication).body, 404, headersFor(publication));
    }
  });
}

const NOT_SEARCHED: SearchOutcome = { found: null, problem: null, isIncomplete: false };
