import type { Page } from 'playwright-core';

/** Kills the renderer process, so that the page fires no unload events, as when the system runs out of memory. */
export async function crashPage(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  // The promise never settles, because the renderer has crashed.
  void devtools.send('Page.crash').catch(() => undefined);
  await crashed;
}
