import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.server.ts';
import type { PlainRequest } from '../fast-path/request-head.ts';
import type { PageViews } from '../page-views/page-views.ts';
import { requestFields, type RequestFields } from '../page-views/request-fields.ts';
import { type ResponseData, toResponse } from './response-data.server.ts';
import { createBrotliQueue } from './brotli-queue.server.ts';
import { negotiate } from './content-negotiation.ts';
import { createPageStore } from './page-store.server.ts';
import { createNegativeCache } from './negative-cache.ts';
import { sharedKey } from './not-found-key.ts';
import { createPageRenderer } from './page-renderer.server.ts';
import type { Page } from './page.server.ts';
import { startHitCounting } from './hit-counts.server.ts';
import type { Render } from './rendered.ts';
import { createRevalidationQueue } from './revalidation-queue.server.ts';
import { notAcceptable, serviceUnavailable } from './error-responses.server.ts';
import type { RawResponse } from './raw-response.server.ts';

/** Milliseconds for which the stale copy is served after a failed render, before the next attempt. */
const SERVE_STALE_MS = 5_000;

export interface PageCacheOptions {
  /** Limit for all stored pages, including their compressed representations and the tag index. Default 256 MiB. */
  readonly maxBytes?: number;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Header fields (security) for every response of this content type. Fields that the page itself sets take precedence.
   */
  readonly headersFor?: (contentType: string) => Readonly<Record<string, string>>;
  /** Called after every render, for metrics and tests. */
  readonly onRendered?: (key: string, milliseconds: number) => void;
  /** Is told of every GET of a page that is counted, whether the page was stored or rendered for it. */
  readonly views?: PageViews;
  /** HTML of the 503 response when a render fails and there is no stored copy. */
  readonly unavailablePage?: () => string;
  /** Milliseconds until a render times out. Default 10,000. */
  readonly renderTimeoutMs?: number;
  /** Concurrent background re-renders (default 2) and the maximum length of their queue (default 200). */
  readonly revalidationConcurrency?: number;
  readonly maxQueuedRevalidations?: number;
  /** Minimum milliseconds between two background re-renders of one page. Default 100. */
  readonly minRevalidateIntervalMs?: number;
}

export interface PageCache {
  /**
   * Answers a GET or HEAD from memory, or renders the page first. Never rejects: a failing render is answered with the
   * last good copy, or with 503 and Retry-After. `render` is stored for later re-renders, so it should close over
   * strings and not over the request.
   * @param key from `canonicalKey`, or `NOT_FOUND_KEY`
   */
  respond(key: string, request: Request, render: Render): Promise<Response>;
  /**
   * Answers GET and HEAD of a stored page directly, before the application, exactly as `respond` would. Returns false
   * and writes nothing when the page is not stored, must be rendered first, or the method is another one.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** For the fast path: the complete response to a GET, or null where `serve` would return false. */
  find(request: Omit<PlainRequest, 'keepAlive'>): RawResponse | null;
  /**
   * Marks pages with one of the tags (`*`: all) as stale. They are still served while they are re-rendered in the
   * background.
   */
  invalidate(tags: readonly string[]): void;
  /** Removes pages with one of the tags at once. They are never served again, not even when a render fails. */
  purge(tags: readonly string[]): void;
  /**
   * Resolves when no page with one of the tags is waiting for a re-render or being re-rendered, or after `timeoutMs`
   * (default 1,000). A form handler awaits it before it redirects to the page, so that the page shows the new content.
   */
  whenRevalidated(tags: readonly string[], timeoutMs?: number): Promise<void>;
  stats(): { readonly pages: number; readonly bytes: number };
  /** Stops timers and background work. */
  close(): void;
}

/**
 * An in-memory cache of rendered pages with stale-while-revalidate and invalidation by tag. See docs/architecture.md.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { clock, log, views, headersFor = () => ({}) } = options;
  const store = createPageStore(options.maxBytes ?? 256 * 1024 * 1024);
  const brotli = createBrotliQueue(store, log);
  const renderer = createPageRenderer({
    ...options,
    headersFor,
    store,
    onStored: (page) => brotli.add(page),
  });
  const revalidationQueue = createRevalidationQueue(revalidate, {
    concurrency: options.revalidationConcurrency ?? 2,
    maxQueued: options.maxQueuedRevalidations ?? 200,
    minIntervalMs: options.minRevalidateIntervalMs ?? 100,
  });
  const negativeCache = createNegativeCache(clock);
  const stopHitCounting = startHitCounting(store);
  const errorResponses = {
    notAcceptable: notAcceptable(headersFor),
    serviceUnavailable: serviceUnavailable(headersFor, options),
  };

  async function revalidate({ key }: Page): Promise<void> {
    const page = store.get(key);
    if (page === undefined || page.state === 'fresh') return;
    try {
      await renderer.revalidate(key, page.render);
      const stored = store.get(key);
      // Not replaced: the new response is not cacheable. The next reader waits for a render.
      if (stored === page) page.state = 'expired';
      // Its content changed during the render, perhaps by a tag that only the new page has.
      else if (stored?.state === 'revalidating') revalidateSoon([stored]);
    } catch {
      serveStale(page);
    }
  }

  function revalidateSoon(stale: Iterable<Page>): void {
    for (const page of stale) page.state = 'revalidating';
    for (const page of revalidationQueue.add(stale)) page.state = 'expired';
  }

  function serveStale(page: Page): void {
    page.state = 'expired';
    page.serveStaleUntil = clock().getTime() + SERVE_STALE_MS;
  }

  function isServable(page: Page): boolean {
    return page.state !== 'expired' || page.serveStaleUntil > clock().getTime();
  }

  /** The page stored under exactly this request target, if it can be served without a render. */
  function findServable(target: string): Page | null {
    const page = store.get(target);
    return page === undefined || page.state === 'expired' ? null : page;
  }

  function recordHit(page: Page): void {
    page.hits += 1;
    page.lastUsed = store.tick;
  }

  function recordView(page: Page, fields: RequestFields): void {
    if (page.viewedPage !== null) views?.record(page.viewedPage, fields);
  }

  function respondWith(page: Page, request: Request): ResponseData {
    recordHit(page);
    const { headers } = request;
    const negotiated = negotiate(
      page,
      headers.get('accept-encoding') ?? undefined,
      headers.get('if-none-match') ?? undefined,
    );
    if (negotiated === null) return errorResponses.notAcceptable;
    if (request.method === 'GET')
      recordView(
        page,
        requestFields((name) => headers.get(name) ?? undefined),
      );
    const { representation, notModified } = negotiated;
    return notModified
      ? { status: 304, rawHeaders: representation.notModifiedRawHeaders, body: null }
      : { status: page.status, rawHeaders: representation.rawHeaders, body: representation.body };
  }

  async function getPage(key: string, render: Render): Promise<Page | null> {
    const page = store.get(key);
    if (page !== undefined && isServable(page)) return page;
    const notFoundPage = store.get(negativeCache.find(key) ?? '');
    if (notFoundPage !== undefined && isServable(notFoundPage)) return notFoundPage;
    const recordNotFound = negativeCache.begin();
    try {
      const { outcome, isFirst } = renderer.render(key, render);
      const rendered = await outcome;
      // Only the first request may record it: later ones may have arrived after a write that this render did not see.
      const shared = sharedKey(rendered.page.status);
      if (isFirst && shared !== null && !rendered.isPrivate) recordNotFound(key, shared);
      // A private response belongs to the first request only; the others that waited for it get a render of their own.
      return rendered.isPrivate && !isFirst
        ? (await renderer.renderUnshared(key, render)).page
        : rendered.page;
    } catch {
      const staleCopy = store.get(key);
      if (staleCopy === undefined) return null;
      serveStale(staleCopy);
      return staleCopy;
    }
  }

  return {
    async respond(key, request, render) {
      const page = await getPage(key, render);
      return toResponse(
        page === null ? errorResponses.serviceUnavailable() : respondWith(page, request),
        request.method,
      );
    },

    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
      const page = findServable(request.url ?? '');
      const negotiated = page === null ? null : negotiate(page, acceptEncoding, ifNoneMatch);
      if (page === null || negotiated === null) return false;
      recordHit(page);
      if (request.method === 'GET')
        recordView(
          page,
          requestFields((name) => request.headers[name]?.toString()),
        );
      const { representation, notModified } = negotiated;
      if (notModified) response.writeHead(304, representation.notModifiedRawHeaders).end();
      else if (request.method === 'HEAD') response.writeHead(page.status, representation.rawHeaders).end();
      else response.writeHead(page.status, representation.rawHeaders).end(representation.body);
      return true;
    },

    find({ target, acceptEncoding, ifNoneMatch, fields }) {
      const page = findServable(target);
      const negotiated = page === null ? null : negotiate(page, acceptEncoding, ifNoneMatch);
      if (page === null || negotiated === null) return null;
      recordHit(page);
      recordView(page, fields);
      return negotiated.notModified
        ? negotiated.representation.rawNotModified
        : negotiated.representation.raw;
    },

    invalidate(tags) {
      if (tags.length > 0) negativeCache.clear();
      renderer.changes.invalidated(tags);
      const stale = store.findByTags(tags);
      for (const page of stale) {
        if (sharedKey(page.status) === null) continue;
        store.remove(page);
        stale.delete(page);
      }
      revalidateSoon(stale);
    },

    purge(tags) {
      if (tags.length > 0) negativeCache.clear();
      renderer.changes.purged(tags);
      for (const page of store.findByTags(tags)) {
        revalidationQueue.cancel(page);
        store.remove(page);
      }
    },

    async whenRevalidated(tags, timeoutMs = 1_000) {
      const wanted = new Set(tags);
      const done = revalidationQueue.whenIdle(
        (page) => wanted.has('*') || page.tags.some((tag) => wanted.has(tag)),
      );
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      await Promise.race([done, timeout]);
      clearTimeout(timer);
    },

    stats: () => ({ pages: store.size, bytes: store.bytes }),

    close() {
      stopHitCounting();
      revalidationQueue.stop();
      brotli.stop();
    },
  };
}
