import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, PASSWORD } from '../accounts.ts';
import { bearer } from '../api-tokens.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { applyTextSpacing, horizontalOverflow, resizeTo } from './geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { browserAsks } from './leaving.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const panel = (page: Page) => page.getByRole('region', { name: 'API tokens', exact: true });
const statusOf = async (token: string) =>
  (await site.app.fetch('/api/newsroom/articles', { headers: bearer(token) })).status;

async function expectNoOverflow(page: Page): Promise<void> {
  await resizeTo(page, 320);
  expect(await horizontalOverflow(page)).toBe(0);
  await applyTextSpacing(page);
  expect(await horizontalOverflow(page)).toBe(0);
}

test.each(widths)(
  'at %i pixels, a token is created with the keyboard, copied, used and revoked; the other by an administrator',
  async (width) => {
    const account = await makeAccount(site.app, { role: 'author', name: `Ada ${width}` });
    const page = await signedInPage(site, '/admin/account', { account, ownSession: true, width });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });

    async function create(name: string): Promise<string> {
      await panel(page).getByRole('button', { name: 'New API token' }).press('Enter');
      await expect(page.getByLabel('Name of the token')).toBeFocused();
      await page.keyboard.type(name);
      // An author moderates no comments.
      await expect(page.getByRole('checkbox', { name: /^Moderate comments/ })).toHaveCount(0);
      await page.getByRole('checkbox', { name: /^Read articles/ }).press('Space');
      await panel(page).getByLabel('Your password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Your new API token' })).toBeFocused();
      expect(await browserAsks(page)).toBe(true);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Token copied')).toBeVisible();
      await expect.poll(() => browserAsks(page)).toBe(false);
      return page.evaluate(() => navigator.clipboard.readText());
    }

    const token = await create('Site builder');
    expect(token).toMatch(/^mer_[0-9A-Za-z]{38}$/);
    expect(await statusOf(token)).toBe(200);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have saved it' }).press('Enter');
    const opener = panel(page).getByRole('button', { name: 'New API token' });
    await expect(opener).toBeFocused();
    expect(await page.content()).not.toContain(token);
    const rows = panel(page).getByRole('listitem');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(`Site builder ${token.slice(0, 8)}… Read articles and drafts`);

    await opener.press('Enter');
    await expect(page.getByLabel('Name of the token')).toBeFocused();
    await page.getByLabel('Expires', { exact: true }).selectOption('On a date');
    await expect(page.getByRole('button', { name: 'Create token' })).toBeDisabled();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await panel(page).getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(opener).toBeFocused();

    await page.getByRole('button', { name: 'Revoke API token: Site builder' }).press('Enter');
    await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
    await expect(page.getByRole('group', { name: 'Existing API tokens' })).toBeFocused();
    await expect(panel(page)).toContainText('No API tokens');
    await expect(rows).toHaveCount(0);
    expect(await statusOf(token)).toBe(401);

    const left = await create('Left behind');
    const admin = await signedInPage(site, '/admin?tab=people', { width });
    await admin.getByRole('button', { name: account.name }).click();
    const tokens = admin.getByRole('region', { name: 'API tokens of this person' });
    await tokens.getByRole('button', { name: 'Revoke API token: Left behind' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(tokens).toContainText('No API tokens');
    await expectAccessible(admin);
    expect(await statusOf(left)).toBe(401);
  },
);
