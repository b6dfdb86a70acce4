import type { Locator, Page } from 'playwright-core';
import { expect } from './expect.ts';

/** The tabs of the dashboard, and those of the views of the selected panel. */
const topTabs = (page: Page) => page.locator('.tab-list-top [role=tab]');
const viewTabs = (page: Page) => page.locator('.tab-list-sub [role=tab]');

async function select(page: Page, tab: Locator): Promise<void> {
  await tab.click();
  // Until then, the tabs in the panel are those of the previous panel.
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.spinner')).toHaveCount(0);
}

/**
 * Opens every panel of the dashboard, and every view of the panels whose name matches. Calls `visit` with their names when their
 * data is loaded. Returns the number of visits.
 */
export async function visitPanels(
  page: Page,
  visit: (name: string) => Promise<void>,
  withViews: RegExp = /./,
): Promise<number> {
  await topTabs(page).first().waitFor();
  let visits = 0;
  for (const tab of await topTabs(page).all()) {
    await select(page, tab);
    const name = (await tab.innerText()).replaceAll(/\s+/g, ' ');
    const views = withViews.test(name) ? await viewTabs(page).all() : [];
    if (views.length === 0) await visit(name);
    for (const view of views) {
      await select(page, view);
      await visit(`${name}: ${await view.innerText()}`);
    }
    visits += Math.max(1, views.length);
  }
  return visits;
}
