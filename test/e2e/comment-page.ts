import type { Page } from 'playwright-core';

export const REVIEW_NOTICE =
  'Some comments are reviewed before they appear. If yours is not in the list after you reload the page, it may be waiting for review.';

export const commentSection = (page: Page) => page.locator('#comments');
export const form = (page: Page) => commentSection(page).locator('form');
export const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
export const comments = (page: Page) => commentSection(page).getByRole('listitem');
export const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
export const send = (page: Page) => form(page).getByRole('button').click();
export async function fillForm(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await field(page, label).fill(text);
}

/** Until React has hydrated the island, the browser handles its links and forms. */
export const waitForHydration = (page: Page, island: string) =>
  page.waitForFunction((name) => {
    const root = document.querySelector(`[data-island=${name}]:not([data-loading])`);
    return Object.keys(root ?? {}).some((key) => key.startsWith('__reactContainer'));
  }, island);

/** A comment submitted earlier becomes pending. */
export const waitMinimumReadingTime = (page: Page) => page.waitForFunction(() => performance.now() > 3_100);
