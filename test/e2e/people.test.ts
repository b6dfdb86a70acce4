import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { invitations, userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { TABS } from './dashboard-tabs.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
let admin: TestAccount;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  const { db } = site.app.database;
  await db.delete(userRoles);
  await db.delete(invitations);
  admin = await makeAccount(site.app, { role: 'admin', name: 'Zora Admin' });
});

const open = (expectedFailures: readonly (string | RegExp)[] = []) =>
  signedInPage(site, '/admin?tab=people', { account: admin, expectedFailures });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');
const confirmDialog = (page: Page) => page.getByRole('alertdialog');

test('who is the last administrator stays one; who demotes themselves loses the tab', async () => {
  const page = await open([/^\/api\/newsroom\//]);
  const opener = page.getByRole('button', { name: 'Zora Admin', exact: true });
  await opener.press('Enter');
  await dialog(page).getByLabel('Role').selectOption('Editor');
  await press(page, 'Save role');
  await expect(page.getByText('This is the last active administrator.')).toBeVisible();
  await press(page, 'Suspend');
  await confirmDialog(page).getByRole('button', { name: 'Suspend' }).click();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(dialog(page)).toContainText('Active');
  await page.keyboard.press('Escape');
  await confirmDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(opener).toBeFocused();

  await makeAccount(site.app, { role: 'admin' });
  await opener.press('Enter');
  await dialog(page).getByLabel('Role').selectOption('Author');
  await press(page, 'Save role');
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'People' })).toHaveCount(0);
});

test('an editor sees no settings of moderation and newsletter, and as an author loses tabs at the next response', async () => {
  const account = await makeAccount(site.app, { role: 'editor' });
  const page = await signedInPage(site, '/admin?tab=newsletter', {
    account,
    expectedFailures: [/^\/api\/newsroom\//],
  });
  const tabs = page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab');
  await expect(page.getByRole('heading', { name: 'This week’s issue' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Automatic drafts' })).toHaveCount(0);
  await page.goto('/admin?tab=moderation&view=settings');
  await expect(page.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveCount(0);
  await expect(tabs).toHaveText([...TABS.editor]);
  // During the request of the click: an earlier one that is answered after the change would replace the view before it.
  const { db } = site.app.database;
  await page.route(/\/moderation\?.*state=deleted/, async (route) => {
    await db.update(userRoles).set({ role: 'author' }).where(eq(userRoles.userId, account.id));
    await route.continue();
  });
  await page.getByRole('tab', { name: 'Deleted' }).click();
  await expect(page.getByText('Your role does not allow this.')).toBeVisible();
  await expect(tabs).toHaveText([...TABS.author]);
  await tabs.first().click();
  await expect(page.getByRole('heading', { name: 'Global Politics articles' })).toBeVisible();
});
