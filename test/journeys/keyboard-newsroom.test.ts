import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { type NewsroomServer, PASSWORD, startNewsroom } from '../newsroom.ts';
import { toast } from '../e2e/newsroom-page.ts';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';

/** More than the number of tab stops on any screen of the newsroom. */
const STOPS = 80;

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

/** Presses Tab until the element with this role and name has the focus. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true });
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < STOPS && !(await hasFocus()); stop += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

async function press(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

async function fill(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, 'textbox', name);
  await page.keyboard.type(text);
}

test('a user without a mouse can log in, write, preview and publish', async () => {
  const page = await openPage('/login', { site: site.url });
  await fill(page, 'Email', site.editor.email);
  // A password field has no ARIA role.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin dashboard' })).toBeFocused();

  await press(page, 'link', 'Create New');
  await expect(page.getByRole('heading', { level: 1, name: 'Creating New Article' })).toBeFocused();
  await fill(page, 'Title *', 'Written with ten fingers');
  await fill(page, 'Excerpt *', 'And with no mouse at all.');
  await press(page, 'button', 'Next: Write Content');
  await fill(page, 'Article Content *', 'Every key has its place.');
  await press(page, 'button', 'Preview');
  await expect(page.getByRole('heading', { level: 1, name: 'Written with ten fingers' })).toBeVisible();
  await press(page, 'button', 'Close');
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeFocused();
  await press(page, 'button', 'Publish');
  await expect(toast(page, 'Article published successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin dashboard' })).toBeFocused();

  const published = await fetch(`${site.url}/article/written-with-ten-fingers`);
  expect(await published.text()).toContain('Every key has its place.');
});
