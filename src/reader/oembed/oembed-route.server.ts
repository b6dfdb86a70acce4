import { type Context, Hono } from 'hono';
import { authorIdsOf } from '#domain/articles/bylines.ts';
import { findArticleByFormerSlug } from '#domain/articles/full-article.server.ts';
import { findSummary } from '#domain/articles/queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { robotsTagHeader } from '#domain/site/ai-crawlers.ts';
import { canonicalKey } from '#http/page-cache/canonical-key.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { Rendered } from '#http/page-cache/rendered.ts';
import { missingArticleError } from '../article/article-page.tsx';
import type { Publication, PublicationReader } from '../publication.ts';
import { PageGone, PageNotFound } from '../reader-page.tsx';
import { isTakenPath } from '../taken-path.ts';
import {
  OEMBED_PATH,
  type OEmbedProblem,
  oembedQuery,
  type OEmbedRequest,
  parseOEmbedRequest,
} from './oembed-request.ts';
import { oembedBody } from './oembed-response.ts';

interface OEmbedRouteDeps {
  readonly publications: PublicationReader;
  readonly pages: Pick<PageCache, 'respond'>;
}

const PROBLEMS = {
  invalid: [400, 'Send the address of an article in the parameter url.'],
  not_found: [404, 'There is no article at this address.'],
  gone: [410, 'The article at this address was removed.'],
  unsupported_format: [501, 'The formats are json and xml.'],
} as const satisfies Readonly<Record<OEmbedProblem | 'gone', readonly [number, string]>>;

/** Any site may read what is public. */
const CORS = { 'access-control-allow-origin': '*' };
const CONTENT_TYPES = { json: 'application/json', xml: 'text/xml; charset=utf-8' };

/** Not stored, so that invented addresses cannot fill the memory; the route responds in its place. */
const NOT_STORED: Rendered = { status: 404, headers: { 'cache-control': 'no-store' }, body: '', tags: [] };

/**
 * The oEmbed provider: `/oembed?url=…`. Responses are stored like pages, under the address that the head of the article names.
 * Before the redirects of unknown addresses, because the address of the provider is known.
 */
export function oembedRoute({ publications, pages }: OEmbedRouteDeps): Hono {
  return new Hono().get(OEMBED_PATH, async (context, next) => {
    const publication = await publications.newest();
    if (isTakenPath(publication, OEMBED_PATH)) return next();
    const siteUrl = publication.site.url;
    const request = parseOEmbedRequest(new URL(context.req.url).searchParams, siteUrl);
    if (typeof request === 'string') return respondProblem(context, request);
    const query = oembedQuery(request, siteUrl);
    const key = canonicalKey(OEMBED_PATH, `?${query.toString()}`, [...query.keys()]);
    if (key === null) return respondProblem(context, 'not_found');
    let problem: keyof typeof PROBLEMS | undefined;
    const response = await pages.respond(key, context.req.raw, async () => {
      try {
        return await render(await publications.latest(), request);
      } catch (error) {
        if (error instanceof PageGone) problem = 'gone';
        else if (error instanceof PageNotFound) problem = 'not_found';
        else throw error;
        return NOT_STORED;
      }
    });
    return problem === undefined ? response : respondProblem(context, problem);
  });
}

async function render({ db, site }: Publication, request: OEmbedRequest): Promise<Rendered> {
  const article =
    (await findSummary(db, request.slug)) ??
    (await findSummary(db, (await findArticleByFormerSlug(db, request.slug))?.slug ?? ''));
  if (article === null) throw await missingArticleError(db, request.slug);
  return {
    status: 200,
    headers: {
      ...CORS,
      'content-type': CONTENT_TYPES[request.format],
      ...robotsTagHeader(site.discovery.aiPolicy),
    },
    body: oembedBody(article, site, request),
    tags: [pageTags.article(article.id), ...authorIdsOf(article.bylines).map(pageTags.author), pageTags.site],
  };
}

function respondProblem(context: Context, problem: keyof typeof PROBLEMS): Response {
  const [status, message] = PROBLEMS[problem];
  return context.text(`${message}\n`, status, { ...CORS, 'cache-control': 'no-store' });
}
