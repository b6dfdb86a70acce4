import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, test } from 'vitest';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { TABS } from './dashboard-tabs.ts';
import { expect } from './expect.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

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
