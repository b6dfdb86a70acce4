import type { Log } from '#platform/log.server.ts';
import type { Changes, Verdict } from './changes.ts';
import { createChanges } from './changes.ts';
import { createFlights } from './flights.ts';
import type { KeptPages } from './kept-pages.server.ts';
import { sharedKey } from './not-found-key.ts';
import type { Page } from './page.server.ts';
import { makePage } from './page.server.ts';
import { isForOne, isKeepable, pageHeaders } from './page-headers.ts';
import type { Render, Rendered } from './rendered.ts';
import { withinTime } from './time-limit.ts';

export interface Made {
  readonly page: Page;
  /** Sets a cookie or forbids storing: must go to one reader only. */
  readonly isPrivate: boolean;
}

export interface PageMaker {
  /** Makes the page and keeps it if it may be kept. Rejects when the render fails, takes too long or gives a 5xx. */
  make(key: string, render: Render): { readonly outcome: Promise<Made>; readonly isFirst: boolean };
  /**
   * The same behind the readers' backs. What changes while it is being made is kept as stale and not begun again at once:
   * it is newer than what was kept, and another renewal is waiting.
   */
  renew(key: string, render: Render): Promise<Made>;
  /** The same without sharing and without keeping. */
  makeAlone(key: string, render: Render): Promise<Made>;
  readonly changes: Changes;
}

interface PageMakerOptions {
  readonly kept: KeptPages;
  readonly log: Log;
  readonly headersFor: (contentType: string) => Readonly<Record<string, string>>;
  readonly onKept: (page: Page) => void;
  readonly onRendered?: (key: string, milliseconds: number) => void;
  readonly renderLimit?: number;
}

/** How often a page is begun again because what it shows changed while it was being made. */
const ATTEMPTS = 3;

export function createPageMaker(options: PageMakerOptions): PageMaker {
  const { kept, log, headersFor, onKept, onRendered, renderLimit = 10_000 } = options;
  const changes = createChanges();
  const flights = createFlights<Made>();

  async function attempt(
    key: string,
    render: Render,
    settle: (made: Made, verdict: Verdict) => void,
  ): Promise<void> {
    const ticket = changes.begin();
    try {
      const began = performance.now();
      const rendered = await withinTime(render(), renderLimit);
      onRendered?.(key, performance.now() - began);
      if (rendered.status >= 500) throw new Error(`the render answered ${rendered.status}`);
      const page =
        storedTwin(rendered) ??
        (await makePage(keyOf(key, rendered), rendered, pageHeaders(rendered, headersFor), render));
      // From the verdict to the end of `settle` nothing else can run, so no change slips in between.
      settle({ page, isPrivate: isForOne(rendered) }, ticket.verdict(rendered.tags));
    } finally {
      ticket.end();
    }
  }

  /** The page of this status that is stored already, if this is the same: made-up addresses cost no compression. */
  function storedTwin({ status, body }: Pick<Rendered, 'status' | 'body'>): Page | undefined {
    const shared = sharedKey(status);
    const stored = shared === null ? undefined : kept.get(shared);
    return stored?.identity.body.equals(Buffer.from(body)) ? stored : undefined;
  }

  function keep(key: string, made: Made): Made {
    flights.land(key);
    if (made.isPrivate || !isKeepable(made.page.status)) return forget(key, made);
    const { status, identity } = made.page;
    if (sharedKey(status) !== null) forget(key, made);
    const twin = storedTwin({ status, body: identity.body });
    if (twin !== undefined) return { page: twin, isPrivate: false };
    inherit(made.page, kept.get(made.page.key));
    kept.put(made.page);
    onKept(made.page);
    return made;
  }

  function forget(key: string, made: Made): Made {
    const old = kept.get(key);
    if (old !== undefined) kept.remove(old);
    return made;
  }

  /** Only beside a page that is to be renewed anyway; otherwise nobody would make it anew. */
  function keepStale(key: string, made: Made): boolean {
    if (kept.get(key)?.state !== 'renewing' || made.isPrivate || made.page.status !== 200) return false;
    made.page.state = 'renewing';
    keep(key, made);
    return true;
  }

  async function makeShared(key: string, render: Render, isRenewal: boolean): Promise<Made> {
    let last: { made: Made; verdict: Verdict } | undefined;
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      await attempt(key, render, (made, verdict) => {
        last = { made: verdict === 'current' ? keep(key, made) : made, verdict };
      });
      if (last?.verdict === 'current') return last.made;
      if (isRenewal && last?.verdict === 'outdated' && keepStale(key, last.made)) return last.made;
    }
    // Written to faster than it can be made: good enough to be read once, not to be kept.
    if (last?.verdict === 'outdated') return last.made;
    throw new Error('something on the page was taken down while it was being made');
  }

  async function makeLogged(key: string, render: Render, isRenewal: boolean): Promise<Made> {
    try {
      return await makeShared(key, render, isRenewal);
    } catch (error) {
      log.error({ err: error, page: key.slice(0, 200) }, 'page could not be made');
      throw error;
    }
  }

  return {
    changes,
    make: (key, render) => flights.join(key, () => makeLogged(key, render, false)),
    renew: (key, render) => flights.join(key, () => makeLogged(key, render, true)).outcome,
    async makeAlone(key, render) {
      const made = Promise.withResolvers<Made>();
      await attempt(key, render, made.resolve);
      return made.promise;
    },
  };
}

function keyOf(key: string, rendered: Rendered): string {
  return sharedKey(rendered.status) ?? key;
}

/** A page made anew has the readers of the one it replaces. */
function inherit(page: Page, old: Page | undefined): void {
  if (old === undefined) return;
  page.hits = old.hits;
  page.heat = old.heat;
}
