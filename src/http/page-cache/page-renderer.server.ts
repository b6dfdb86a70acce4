import { withDeadline } from '#platform/deadline.ts';
import type { Log } from '#platform/log.server.ts';
import { type ChangeTracker, type Freshness, createChangeTracker } from './change-tracker.ts';
import { createSingleFlight } from './single-flight.ts';
import type { PageStore } from './page-store.server.ts';
import { sharedKey } from './not-found-key.ts';
import { type Page, createPage } from './page.server.ts';
import { isPrivate, isCacheableStatus, pageHeaders } from './page-headers.ts';
import type { Render, Rendered } from './rendered.ts';

export interface RenderedPage {
  readonly page: Page;
  /** Sets a cookie or forbids storing: must be sent to one reader only. */
  readonly isPrivate: boolean;
}

export interface PageRenderer {
  /**
   * Renders the page and stores it if it is cacheable. Rejects when the render fails, times out or returns a 5xx
   * status.
   */
  render(key: string, render: Render): { readonly outcome: Promise<RenderedPage>; readonly isFirst: boolean };
  /**
   * The same in the background. A page whose content changes during the render is stored as stale instead of being
   * rendered again at once: it is newer than the stored page, and another re-render is queued.
   */
  revalidate(key: string, render: Render): Promise<RenderedPage>;
  /** Renders without sharing the result with concurrent requests and without storing it. */
  renderUnshared(key: string, render: Render): Promise<RenderedPage>;
  readonly changes: ChangeTracker;
}

interface PageRendererOptions {
  readonly store: PageStore;
  readonly log: Log;
  readonly headersFor: (contentType: string) => Readonly<Record<string, string>>;
  readonly onStored: (page: Page) => void;
  readonly onRendered?: (key: string, milliseconds: number) => void;
  readonly renderTimeoutMs?: number;
}

/** Renders per request at most, when the content of the page changes during each of them. */
const MAX_ATTEMPTS = 3;

export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { store, log, headersFor, onStored, onRendered, renderTimeoutMs = 10_000 } = options;
  const changes = createChangeTracker();
  const singleFlight = createSingleFlight<RenderedPage>();

  async function attempt(
    key: string,
    render: Render,
    settle: (rendered: RenderedPage, freshness: Freshness) => void,
  ): Promise<void> {
    const watch = changes.begin();
    try {
      const startedAt = performance.now();
      const rendered = await withDeadline(renderTimeoutMs, () => render());
      onRendered?.(key, performance.now() - startedAt);
      if (rendered.status >= 500) throw new Error(`the render answered ${rendered.status}`);
      const page =
        findDuplicate(rendered) ??
        (await createPage(keyOf(key, rendered), rendered, pageHeaders(rendered, headersFor), render));
      // `settle` runs synchronously after the check, so no change can happen in between.
      settle({ page, isPrivate: isPrivate(rendered) }, watch.freshness(rendered.tags));
    } finally {
      watch.end();
    }
  }

  /** The stored shared page of this status, if its body is the same: invented addresses then cost no compression. */
  function findDuplicate({ status, body }: Pick<Rendered, 'status' | 'body'>): Page | undefined {
    const shared = sharedKey(status);
    const stored = shared === null ? undefined : store.get(shared);
    return stored?.identity.body.equals(Buffer.from(body)) ? stored : undefined;
  }

  function storePage(key: string, rendered: RenderedPage): RenderedPage {
    singleFlight.forget(key);
    if (rendered.isPrivate || !isCacheableStatus(rendered.page.status)) return removeStored(key, rendered);
    const { status, identity } = rendered.page;
    if (sharedKey(status) !== null) removeStored(key, rendered);
    const duplicate = findDuplicate({ status, body: identity.body });
    if (duplicate !== undefined) return { page: duplicate, isPrivate: false };
    copyHitCounts(rendered.page, store.get(rendered.page.key));
    store.put(rendered.page);
    onStored(rendered.page);
    return rendered;
  }

  function removeStored(key: string, rendered: RenderedPage): RenderedPage {
    const stored = store.get(key);
    if (stored !== undefined) store.remove(stored);
    return rendered;
  }

  /** Only while the stored page waits for another re-render; otherwise nothing would re-render this one. */
  function storeStale(key: string, rendered: RenderedPage): boolean {
    if (store.get(key)?.state !== 'revalidating' || rendered.isPrivate || rendered.page.status !== 200)
      return false;
    rendered.page.state = 'revalidating';
    storePage(key, rendered);
    return true;
  }

  async function renderShared(key: string, render: Render, isRevalidation: boolean): Promise<RenderedPage> {
    let last: { rendered: RenderedPage; freshness: Freshness } | undefined;
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
      await attempt(key, render, (rendered, freshness) => {
        last = { rendered: freshness === 'current' ? storePage(key, rendered) : rendered, freshness };
      });
      if (last?.freshness === 'current') return last.rendered;
      if (isRevalidation && last?.freshness === 'stale' && storeStale(key, last.rendered))
        return last.rendered;
    }
    // It changes faster than it can be rendered: the result is sent once and not stored.
    if (last?.freshness === 'stale') return last.rendered;
    throw new Error('content of the page was purged during each render');
  }

  async function renderLogged(key: string, render: Render, isRevalidation: boolean): Promise<RenderedPage> {
    try {
      return await renderShared(key, render, isRevalidation);
    } catch (error) {
      log.error({ err: error, page: key.slice(0, 200) }, 'page could not be rendered');
      throw error;
    }
  }

  return {
    changes,
    render: (key, render) => singleFlight.run(key, () => renderLogged(key, render, false)),
    revalidate: (key, render) => singleFlight.run(key, () => renderLogged(key, render, true)).outcome,
    async renderUnshared(key, render) {
      const rendered = Promise.withResolvers<RenderedPage>();
      await attempt(key, render, rendered.resolve);
      return rendered.promise;
    },
  };
}

function keyOf(key: string, rendered: Rendered): string {
  return sharedKey(rendered.status) ?? key;
}

/** A re-rendered page continues the counts of the page it replaces. */
function copyHitCounts(page: Page, previous: Page | undefined): void {
  if (previous === undefined) return;
  page.hits = previous.hits;
  page.readScore = previous.readScore;
}
