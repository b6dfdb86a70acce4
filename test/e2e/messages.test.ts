import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

const HOSTILE = '<img src=x onerror="alert(1)"><b>bold</b>\n\n  Second paragraph\nwith a line';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async ({ db }) => {
    const message = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'M' };
    for (const [hour, given] of [
      { subject: 'A correction & 100% more', message: HOSTILE },
      { subject: 'To be kept new' },
      { subject: 'To be deleted' },
      { subject: 'Buy my watches', state: 'archived' as const },
    ].entries()) {
      const createdAt = new Date(Date.UTC(2026, 4, 19, 23 - hour));
      await db.insert(contactMessages).values({ ...message, createdAt, mailId: null, ...given });
    }
  });
});
afterAll(() => site.stop());

const open = (visitor = {}) => signedInPage(site, '/admin?tab=messages', visitor);
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const view = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Messages by state' }).getByRole('tab', { name });
const badge = (page: Page) =>
  page.locator('.tab-list-top .tab', { hasText: 'Messages' }).locator('.tab-badge');
const subjectButton = (page: Page, subject: string) =>
  page.getByRole('button', { name: subject, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const refuse = (route: Route) => route.fulfill({ status: 400, body: '{}' });

const FAILING = { expectedFailures: [/^\/api\/newsroom\/messages/] };

test('an opened message is shown completely, as plain text, is marked as read, and has an address', async () => {
  const page = await open();
  await expect(row(page, 'A correction')).not.toContainText('Second paragraph');
  await subjectButton(page, 'A correction & 100% more').press('Enter');
  const text = dialog(page).locator('.message-text');
  await expect(text).toHaveText(HOSTILE);
  await expect(page.locator('main img')).toHaveCount(0);
  expect(await text.evaluate((element) => element.innerHTML)).toContain('\n\n  Second');
  await expect(text).toHaveCSS('white-space', 'pre-wrap');
  await expectAccessible(page);
  await expect(row(page, 'A correction')).toHaveCount(0);
  await expect(badge(page)).toHaveText('2 new');
  await page.reload();
  await expect(text).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page, 'New messages')).toBeFocused();
  await view(page, 'Archived').click();
  await expect(row(page, 'Buy my watches')).toContainText('No email on record');
  await page.goto('/admin?tab=messages&view=nonsense&open=nonsense');
  await expect(heading(page, 'New messages')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
});

test('a message stays new and shows an error when it cannot be marked, until that succeeds', async () => {
  const page = await open(FAILING);
  await page.route('**/api/newsroom/messages/*', (route) =>
    route.request().method() === 'PATCH' ? refuse(route) : route.continue(),
  );
  await subjectButton(page, 'To be kept new').click();
  await expect(page.getByText('Failed to mark message as read')).toBeVisible();
  await expect(badge(page)).toHaveText('2 new');
  await dialog(page).getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Failed to archive message')).toBeVisible();
  await page.unroute('**/api/newsroom/messages/*');
  await dialog(page).getByRole('button', { name: 'Mark as read' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(row(page, 'To be kept new')).toHaveCount(0);
  await view(page, 'Read').click();
  await subjectButton(page, 'To be kept new').click();
  await dialog(page).getByRole('button', { name: 'Mark as new' }).click();
  await expect(page.getByText('Message marked as new')).toBeVisible();
  await view(page, 'New').click();
  await expect(row(page, 'To be kept new')).toBeVisible();
});

test('a message is deleted after a confirmation, and stays when that fails', async () => {
  const page = await open(FAILING);
  const remove = dialog(page).getByRole('button', { name: 'Delete' });
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
  await subjectButton(page, 'To be deleted').click();
  await remove.click();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.route('**/api/newsroom/messages/*', (route) =>
    route.request().method() === 'DELETE' ? refuse(route) : route.continue(),
  );
  await remove.click();
  await confirm.click();
  await expect(page.getByText('Failed to delete message')).toBeVisible();
  await expect(dialog(page).locator('.message-text')).toBeVisible();
  await page.unroute('**/api/newsroom/messages/*');
  await remove.click();
  await confirm.click();
  await expect(page.getByText('Message deleted')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(heading(page, 'New messages')).toBeFocused();
  await view(page, 'Read').click();
  await expect(page.getByText('To be deleted')).toHaveCount(0);
});
