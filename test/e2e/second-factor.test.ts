import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { adminHeaders, makeAccount, PASSWORD } from '../accounts.ts';
import { changeSettings } from '../settings.ts';
import { totpCode } from '../totp.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { applyTextSpacing, horizontalOverflow, resizeTo } from './geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { browserAsks, expectQuestionBeforeLeaving } from './leaving.ts';
import { recordSessionEvents } from './session-events.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
let offsetMs = 0;
beforeAll(async () => {
  site = await startControlledSite();
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
const secretOf = async (page: Page) =>
  (await page.locator('.enrolment-key').textContent())?.replaceAll(' ', '') ?? '';
const isSignedIn = (page: Page) => expect(page.getByRole('link', { name: /^Your account: / })).toBeVisible();

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
}

async function expectNoOverflow(page: Page): Promise<void> {
  await resizeTo(page, 320);
  expect(await horizontalOverflow(page)).toBe(0);
  await applyTextSpacing(page);
  expect(await horizontalOverflow(page)).toBe(0);
}

test('it is set up under the account; then a login needs a code of the app or a recovery code', async () => {
  const account = await makeAccount(site.app, { role: 'author', name: 'Ada' });
  const page = await signedInPage(site, '/admin/account', {
    account,
    ownSession: true,
    width: 1366,
    expectedFailures: ['/api/sessions'],
  });
  const section = page.getByRole('region', { name: 'Second factor' });
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText(
    `Passkeys need a domain name, and the address of this site is ${site.url}.`,
  );
  await section.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Set up');
  await expect(section.getByText('Scan this with an authenticator app')).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  const secret = await secretOf(page);
  await code(page).fill(await nextCode(secret));
  await code(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await expect(recoveryCodes(page)).toHaveCount(10);
  const recoveryCode = (await recoveryCodes(page).first().textContent()) ?? '';
  await expectQuestionBeforeLeaving(page, 'The recovery codes are not shown again.');
  await expect(recoveryCodes(page).first()).toHaveText(recoveryCode);
  const download = page.waitForEvent('download');
  await press(page, 'Download');
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode);
  expect(await browserAsks(page)).toBe(false);
  await press(page, 'I have saved them');
  await expect(section).toContainText('Set up, with 10 unused recovery codes.');
  await expectNoAxeViolationsInBothSchemes(page);

  await press(page, 'Logout');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  const events = await recordSessionEvents(page);
  await page.reload();
  await enterPassword(page, account.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code');
  await expect(code(page)).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await code(page).fill('not a code');
  await press(page, 'Verify');
  await expect(code(page)).toHaveAccessibleDescription(/This code is not valid/);
  await expect(code(page)).toBeFocused();
  await code(page).fill(await nextCode(secret));
  expect(events()).toEqual([]);
  await code(page).press('Enter');
  await isSignedIn(page);
  expect(events()).toEqual(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED']);

  await press(page, 'Logout');
  await enterPassword(page, account.email);
  await code(page).fill(recoveryCode);
  await code(page).press('Enter');
  await isSignedIn(page);
  await page.getByRole('link', { name: 'Your account: Ada' }).click();
  await expect(section).toContainText('Set up, with 9 unused recovery codes.');
  await press(page, 'Remove second factor');
  await section.getByLabel('Your password').fill(PASSWORD);
  await code(page).fill(await nextCode(secret));
  await press(page, 'Remove second factor');
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a role for which it is required sets it up at the login, on a phone', async () => {
  const account = await makeAccount(site.app, { role: 'contributor', name: 'Cora' });
  const page = await signedInPage(site, '/admin/account', {
    account,
    ownSession: true,
    width: 390,
    expectedFailures: ['/api/sessions'],
  });
  const admin = await signedInPage(site, '/admin?tab=settings&view=accounts');
  const required = admin.getByRole('group', { name: 'Roles that require a second factor' });
  await required.getByLabel('Contributor').check();
  await press(admin, 'Save settings');
  await expect(admin.locator('.toast').filter({ hasText: 'Settings saved' })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  // Back leads here later, and not to the page before the site.
  await expect(page).toHaveURL(/\/admin$/);
  await press(page, 'Logout');
  await enterPassword(page, account.email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await expectNoOverflow(page);
  const secret = await secretOf(page);
  await code(page).fill(await nextCode(secret));
  await press(page, 'Verify');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes');
  await expectNoAxeViolationsInBothSchemes(page);
  await expectNoOverflow(page);
  expect(await browserAsks(page)).toBe(true);
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving' });
  await expect(question).toContainText('The recovery codes are not shown again.');
  await expectNoAxeViolationsInBothSchemes(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  const other = await page.context().newPage();
  await other.goto(`${site.url}/login`);
  await enterPassword(other, account.email);
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
  await changeSettings(site.app, await adminHeaders(site.app), { account_second_factor_roles: [] });
});
