import type { Page } from 'playwright-core';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';

/** Opens a panel of the dashboard whose list fails to load at first. The page must expect failures of the requests. */
export async function openAfterFailedLoad(page: Page, list: 'authors' | 'pages' | 'sections'): Promise<void> {
  let isFailing = true;
  await page.route(`**/api/newsroom/${list}*`, (route) =>
    isFailing ? route.fulfill({ status: 400, body: '{}' }) : route.continue(),
  );
  await page.getByRole('tab', { name: list }).click();
  await expect(page.getByText(`Failed to load ${list}`)).toBeVisible();
  isFailing = false;
  await button(page, 'Try again').click();
}
