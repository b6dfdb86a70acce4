import type { Page } from 'playwright-core';

/**
 * Emulates media features and waits until the styles of the page follow them: media queries do at once, but Chromium
 * computes the styles that depend on them before the next frame.
 */
export async function emulateMedia(
  page: Page,
  media: NonNullable<Parameters<Page['emulateMedia']>[0]>,
): Promise<void> {
  await page.emulateMedia(media);
  await nextFrame(page);
}

/** Resolves when the page has been rendered once more. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
