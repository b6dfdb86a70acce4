import type { Locator, Page } from 'playwright-core';

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByLabel('Notifications').getByText(text);

/**
 * Prevents toasts from disappearing, as a pointer does that moves over them. For a test that uses a toast after an audit, which
 * takes longer on a busy machine than toasts are shown. Ends with the document.
 */
export async function preventToastExpiry(page: Page): Promise<void> {
  await page.evaluate(() => {
    setInterval(() => {
      document.querySelector('.toasts')?.dispatchEvent(new PointerEvent('pointermove', { movementX: 1 }));
    }, 1_000);
  });
}

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
