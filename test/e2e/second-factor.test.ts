import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import type { Role } from '#domain/accounts/permissions.ts';
import { adminHeaders, makeAccount } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { changeSettings } from '../settings.ts';
import { totpCode } from '../totp.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { applyTextSpacing, horizontalOverflow, resizeTo } from './geometry.ts';
import { browserAsks } from './leaving.ts';
import { enterPassword, secretOf } from './login-page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
let offsetMs = 0;
beforeAll(async () => {
  // A passkey belongs to a host name, which an IP address is not.
  site = await startControlledSite({ hostname: 'localhost' });
});
afterAll(() => site.close());

/** A code that was not used yet. */
async function nextCode(secret: string): Promise<string> {
  offsetMs += 30_000;
  await site.setClockOffset(offsetMs);
  return totpCode(secret, new Date(Date.now() + offsetMs));
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const code = (page: Page) => page.getByLabel('Code', { exact: true });
const recoveryCodes = (page: Page) =>
  page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
const isSignedIn = (page: Page) => expect(page.getByRole('link', { name: /^Your account: / })).toBeVisible();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const requireOf = async (roles: Role[]) =>
  changeSettings(site.app, await adminHeaders(site.app), { account_second_factor_roles: roles });

async function expectAccessibleAndNarrow(page: Page): Promise<void> {
  await expectNoAxeViolationsInBothSchemes(page);
  await resizeTo(page, 320);
  expect(await horizontalOverflow(page)).toBe(0);
  await applyTextSpacing(page);
  expect(await horizontalOverflow(page)).toBe(0);
}

test('a role for which it is required sets it up at the login, on a phone', async () => {
  const account = await makeAccount(site.app, { role: 'contributor', name: 'Cora' });
  const page = await signedInPage(site, '/admin/account', {
    account,
    ownSession: true,
    width: 390,
    expectedFailures: ['/api/sessions', /^\/api\/(sessions\/refresh|newsroom\/.*)$/],
  });
  const admin = await signedInPage(site, '/admin?tab=settings&view=accounts');
  const required = admin.getByRole('group', { name: 'Roles that require a second factor' });
  await required.getByLabel('Contributor').check();
  await press(admin, 'Save settings');
  await expect(admin.locator('.toast').filter({ hasText: 'Settings saved' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  // The session from before has ended.
  await expect(page).toHaveURL(/\/login/);
  await enterPassword(page, account);
  await expect(heading(page)).toHaveText('Set up your second factor');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessibleAndNarrow(page);
  const secret = await secretOf(page);
  await code(page).fill(await nextCode(secret));
  await press(page, 'Verify');
  await expect(heading(page)).toHaveText('Your recovery codes');
  await expectAccessibleAndNarrow(page);
  expect(await browserAsks(page)).toBe(true);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving' });
  await expect(question).toContainText('The recovery codes are not shown again.');
  await question.getByRole('button', { name: 'Stay' }).click();
  const other = await page.context().newPage();
  await other.goto(`${site.url}/login`);
  await enterPassword(other, account);
  await expect(heading(other)).toHaveText('Enter your code');
  await expectNoAxeViolationsInBothSchemes(other);
  await code(other).fill(await nextCode(secret));
  await code(other).press('Enter');
  await isSignedIn(other);
  await expect(recoveryCodes(page)).toHaveCount(10);
  await press(page, 'I have saved them');
  await isSignedIn(page);

  await admin.goto('/admin?tab=people');
  await admin.getByRole('button', { name: /Cora/ }).click();
  await press(admin, 'Reset second factor');
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Reset second factor' }).click();
  await expect(admin.locator('.toast').filter({ hasText: 'Second factor reset' })).toBeVisible();
  await requireOf([]);
});
