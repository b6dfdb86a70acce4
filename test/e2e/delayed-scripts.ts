import type { Page } from 'playwright-core';

/**
 * Delays the scripts whose URL matches, as a slow network does, until the returned function is called, which resolves when the
 * entry script has run: until then, the browser handles forms itself. A page that waits for its entry script does not fire `load`:
 * open it with `waitUntil: 'commit'`.
 */
export async function delayScripts(page: Page, url: RegExp = /\.js$/): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return () => {
    gate.resolve();
    return page.waitForLoadState('load');
  };
}
