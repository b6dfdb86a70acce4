import type { Page } from 'playwright-core';

interface DelayedResponses {
  /** The number of requests so far. */
  count(): number;
  /** Sends these requests and all later ones. */
  release(): void;
}

/** Delays requests with this method to URLs that match, as a slow server does. */
export async function delayResponses(page: Page, method: string, url: string): Promise<DelayedResponses> {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    await gate.promise;
    // The page may have cancelled the request.
    await route.continue().catch(() => undefined);
  });
  return { count: () => count, release: gate.resolve };
}
