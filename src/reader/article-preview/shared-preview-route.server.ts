import { Hono, type MiddlewareHandler } from 'hono';
import { articlePath } from '#domain/articles/article.ts';
import { SHARED_PREVIEW_PATH } from '#domain/articles/preview-links/preview-link.ts';
import type { SharedPreviews } from '#domain/articles/preview-links/shared-preview.server.ts';
import { retryAfterHeader, toPublicError } from '#http/errors.server.ts';
import { networkOf } from '#http/network.server.ts';
import type { Log } from '#platform/log.server.ts';
import { notFoundPage } from '../not-found/not-found-page.tsx';
import type { PublicationReader } from '../publication.ts';
import { unavailablePage } from '../unavailable/unavailable-page.tsx';
import { endedPreviewPage, sharedPreviewPage } from './shared-preview-page.tsx';

interface SharedPreviewRouteDeps {
  readonly publications: PublicationReader;
  readonly previews: SharedPreviews;
  /** The number of reverse proxies. */
  readonly trustProxy: number;
  readonly log: Log;
}

/** Of every response: stored and indexed nowhere, and the token in the address is not sent as a referrer. */
export const SHARED_PREVIEW_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
};

/** The page behind a link to a preview. It is outside of the page cache, so it is not counted as a view. */
export function sharedPreviewRoute({
  publications,
  previews,
  trustProxy,
  log,
}: SharedPreviewRouteDeps): Hono {
  const app = new Hono().get(SHARED_PREVIEW_PATH, async (context) => {
    const found = await previews.find(context.req.query('token') ?? '', networkOf(context, trustProxy));
    const publication = await publications.newest();
    if (found === null) return context.html(notFoundPage(publication).body, 404, SHARED_PREVIEW_HEADERS);
    if (found.kind === 'ended')
      return context.html(endedPreviewPage(publication), 410, SHARED_PREVIEW_HEADERS);
    if (found.kind === 'public')
      return context.body(null, 302, { ...SHARED_PREVIEW_HEADERS, location: articlePath(found.slug) });
    return context.html(sharedPreviewPage(publication, found), 200, SHARED_PREVIEW_HEADERS);
  });
  app.onError((error, context) => {
    const publicError = toPublicError(error, log);
    const headers = { ...SHARED_PREVIEW_HEADERS, ...retryAfterHeader(publicError) };
    if (publicError.status === 503)
      return context.html(unavailablePage(publications.current()), 503, headers);
    return context.text(`${publicError.message}\n`, publicError.status, headers);
  });
  return app;
}

/**
 * Adds the same fields to every other answer at an address of a shared preview: redirects of another spelling, and errors of what runs
 * before the route.
 */
export function sharedPreviewHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    if (!new URL(context.req.url).pathname.startsWith(SHARED_PREVIEW_PATH)) return;
    for (const [name, value] of Object.entries(SHARED_PREVIEW_HEADERS)) context.header(name, value);
  };
}
