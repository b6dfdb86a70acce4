import type { Page } from 'playwright-core';
import { expect } from './expect.ts';

interface DelayedResponses {
  /** The number of requests so far. */
  count(): number;
  /** Sends these requests and all later ones, or lets them fail. */
  release(): void;
}

/**
 * Delays requests with this method to URLs that match, as a slow server does.
 *
 * @param failure the status of the answer, if they fail instead of being sent
 */
export async function delayResponses(
  page: Page,
  method: string,
  url: string,
  failure?: number,
): Promise<DelayedResponses> {
  const gate = Promise.withResolvers<void>();
  let count = 0;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    count += 1;
    await gate.promise;
    const answer =
      failure === undefined
        ? route.continue()
        : route.fulfill({ status: failure, json: { code: 'unprocessable', message: 'No.' } });
    // The page may have cancelled the request.
    await answer.catch(() => undefined);
  });
  await untilIntercepting(page);
  return { count: () => count, release: gate.resolve };
}

const PROBE = '/healthz';

/**
 * Resolves when the requests of the page are intercepted. Chromium tells the process of the page only after it has answered
 * `page.route`, so that a request of the next moment would pass.
 */
async function untilIntercepting(page: Page): Promise<void> {
  await page.route(`**${PROBE}`, (route) => route.fulfill({ body: 'intercepted' }));
  await expect.poll(() => page.evaluate(async (url) => (await fetch(url)).text(), PROBE)).toBe('intercepted');
  await page.unroute(`**${PROBE}`);
}
