import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.server.ts';
import type { RequestHead } from '../fast-path/request-head.ts';
import type { Answer } from './answer.server.ts';
import { toResponse } from './answer.server.ts';
import { createBrotliQueue } from './brotli-queue.server.ts';
import { choose } from './choice.ts';
import { createKeptPages } from './kept-pages.server.ts';
import { createMissingAddresses } from './missing-addresses.ts';
import { sharedKey } from './not-found-key.ts';
import { createPageMaker } from './page-maker.server.ts';
import type { Page } from './page.server.ts';
import { startCounting } from './popularity.server.ts';
import type { Render } from './rendered.ts';
import { createRenewals } from './renewals.server.ts';
import { unacceptable, unavailable } from './refusals.server.ts';
import type { Wire } from './wire.server.ts';

/** How long a failed page is served old before it is tried again. Milliseconds. */
const EXCUSE = 5_000;

export interface PageCacheOptions {
  /** Bound of everything kept, all forms and the index included. Default 256 MiB. */
  readonly maxBytes?: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Header fields every answer of this type carries (security); what the page itself sets wins. */
  readonly headersFor?: (contentType: string) => Readonly<Record<string, string>>;
  /** Hears of every page made, for metrics and tests. */
  readonly onRendered?: (key: string, milliseconds: number) => void;
  /** HTML of the answer when a page can neither be made nor remembered. */
  readonly unavailablePage?: () => string;
  /** Milliseconds a reader waits for a render at most. Default 10,000. */
  readonly renderLimit?: number;
  /** Pages made anew in the background at once (default 2) and waiting for it at most (default 200). */
  readonly renewalConcurrency?: number;
  readonly renewalLimit?: number;
  /** Milliseconds between two renewals of one page at least. Default 100. */
  readonly renewalRest?: number;
}

export interface PageCache {
  /**
   * Answers a GET or HEAD from memory, or makes the page first. Never rejects: a failing render is answered with the
   * last good copy, or with 503 and Retry-After. `render` is kept to make the page again later, so it should close over
   * strings and not over the request.
   * @param key from `canonicalKey`, or `NOT_FOUND_KEY`
   */
  respond(key: string, request: Request, render: Render): Promise<Response>;
  /**
   * The short way, before any framework: answers GET and HEAD of a kept page exactly as `respond` would. Returns false,
   * having done nothing, when the page is not there, must be made anew, or the request is of another kind.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /** The same for the fast path: the whole answer to a GET, or null where `serve` would return false. */
  find(request: RequestHead): Wire | null;
  /** Pages with one of the tags (`*`: all) are stale. They serve on while new ones are made in the background. */
  touch(tags: readonly string[]): void;
  /** Pages with one of the tags are gone at once and are never served again, not even when a render fails. */
  drop(tags: readonly string[]): void;
  /**
   * Resolves when no page with one of the tags is being made anew, or after `withinMs` (default 1,000). For a form that
   * sends its writer back to the page: awaited before the redirect, it makes sure that they see what they wrote.
   */
  settled(tags: readonly string[], withinMs?: number): Promise<void>;
  stats(): { readonly pages: number; readonly bytes: number };
  /** Stops timers and background work. */
  close(): void;
}

/** Pages, made when something is written and answered from memory until the next write. See docs/architecture.md. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { clock, log, headersFor = () => ({}) } = options;
  const kept = createKeptPages(options.maxBytes ?? 256 * 1024 * 1024);
  const brotli = createBrotliQueue(kept, log);
  const maker = createPageMaker({ ...options, headersFor, kept, onKept: (page) => brotli.add(page) });
  const renewals = createRenewals(renew, {
    concurrency: options.renewalConcurrency ?? 2,
    limit: options.renewalLimit ?? 200,
    rest: options.renewalRest ?? 100,
  });
  const missing = createMissingAddresses(clock);
  const stopCounting = startCounting(kept);
  const refuse = { unacceptable: unacceptable(headersFor), unavailable: unavailable(headersFor, options) };

  async function renew({ key }: Page): Promise<void> {
    const page = kept.get(key);
    if (page === undefined || page.state === 'fresh') return;
    try {
      await maker.renew(key, page.render);
      const made = kept.get(key);
      // Still there: it may not be kept any more. The next reader waits for the moment's version.
      if (made === page) page.state = 'outdated';
      // What it shows has changed meanwhile, perhaps by a tag that only the new one has.
      else if (made?.state === 'renewing') renewSoon([made]);
    } catch {
      excuse(page);
    }
  }

  function renewSoon(stale: Iterable<Page>): void {
    for (const page of stale) page.state = 'renewing';
    for (const page of renewals.add(stale)) page.state = 'outdated';
  }

  function excuse(page: Page): void {
    page.state = 'outdated';
    page.excusedUntil = clock().getTime() + EXCUSE;
  }

  function isServable(page: Page): boolean {
    return page.state !== 'outdated' || page.excusedUntil > clock().getTime();
  }

  /** The page of this very address, if it may be served without looking any further. */
  function ready(target: string): Page | null {
    const page = kept.get(target);
    return page === undefined || page.state === 'outdated' ? null : page;
  }

  function read(page: Page): void {
    page.hits += 1;
    page.lastUsed = kept.tick;
  }

  function answer(page: Page, request: Request): Answer {
    read(page);
    const { headers } = request;
    const choice = choose(
      page,
      headers.get('accept-encoding') ?? undefined,
      headers.get('if-none-match') ?? undefined,
    );
    if (choice === null) return refuse.unacceptable;
    const { representation, notModified } = choice;
    return notModified
      ? { status: 304, fields: representation.notModifiedFields, body: null }
      : { status: page.status, fields: representation.fields, body: representation.body };
  }

  async function pageFor(key: string, render: Render): Promise<Page | null> {
    const page = kept.get(key);
    if (page !== undefined && isServable(page)) return page;
    const absent = kept.get(missing.find(key) ?? '');
    if (absent !== undefined && isServable(absent)) return absent;
    const noteMissing = missing.begin();
    try {
      const { outcome, isFirst } = maker.make(key, render);
      const made = await outcome;
      // Who joined later may have asked after a write that this render has not seen.
      const shared = sharedKey(made.page.status);
      if (isFirst && shared !== null && !made.isPrivate) noteMissing(key, shared);
      // What sets a cookie was meant for one reader. Whoever waited beside them gets a page of their own.
      return made.isPrivate && !isFirst ? (await maker.makeAlone(key, render)).page : made.page;
    } catch {
      const old = kept.get(key);
      if (old === undefined) return null;
      excuse(old);
      return old;
    }
  }

  return {
    async respond(key, request, render) {
      const page = await pageFor(key, render);
      return toResponse(page === null ? refuse.unavailable() : answer(page, request), request.method);
    },

    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
      const page = ready(request.url ?? '');
      const choice = page === null ? null : choose(page, acceptEncoding, ifNoneMatch);
      if (page === null || choice === null) return false;
      read(page);
      const { representation, notModified } = choice;
      if (notModified) response.writeHead(304, representation.notModifiedFields).end();
      else if (request.method === 'HEAD') response.writeHead(page.status, representation.fields).end();
      else response.writeHead(page.status, representation.fields).end(representation.body);
      return true;
    },

    find({ target, acceptEncoding, ifNoneMatch }) {
      const page = ready(target);
      const choice = page === null ? null : choose(page, acceptEncoding, ifNoneMatch);
      if (page === null || choice === null) return null;
      read(page);
      return choice.notModified ? choice.representation.notModifiedWire : choice.representation.wire;
    },

    touch(tags) {
      if (tags.length > 0) missing.forget();
      maker.changes.touched(tags);
      const stale = kept.tagged(tags);
      for (const page of stale) {
        if (sharedKey(page.status) === null) continue;
        kept.remove(page);
        stale.delete(page);
      }
      renewSoon(stale);
    },

    drop(tags) {
      if (tags.length > 0) missing.forget();
      maker.changes.dropped(tags);
      for (const page of kept.tagged(tags)) {
        renewals.cancel(page);
        kept.remove(page);
      }
    },

    async settled(tags, withinMs = 1_000) {
      const meant = new Set(tags);
      const done = renewals.settled((page) => meant.has('*') || page.tags.some((tag) => meant.has(tag)));
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      await Promise.race([done, late]);
      clearTimeout(timer);
    },

    stats: () => ({ pages: kept.size, bytes: kept.bytes }),

    close() {
      stopCounting();
      renewals.stop();
    },
  };
}
