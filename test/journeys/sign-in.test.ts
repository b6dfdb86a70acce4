import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, PASSWORD } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { expect } from '../e2e/expect.ts';
import { browserAsks, expectQuestionBeforeLeaving } from '../e2e/leaving.ts';
import { addAuthenticator, enterPassword, secretOf } from '../e2e/login-page.ts';
import { openPage } from '../e2e/page.ts';
import { recordSessionEvents } from '../e2e/session-events.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { totpCode } from '../totp.ts';

let site: ControlledSite;
let offsetMs = 0;
beforeAll(async () => {
  // A passkey belongs to a host name, which an IP address is not.
  site = await startControlledSite({ hostname: 'localhost' });
});
afterAll(() => site.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
const code = (page: Page) => page.getByLabel('Code', { exact: true });
const isSignedIn = (page: Page) => expect(page.getByRole('link', { name: /^Your account: / })).toBeVisible();
const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('newsroom.session'));

/** A code that was not used yet. */
async function nextCode(secret: string): Promise<string> {
  offsetMs += 30_000;
  await site.setClockOffset(offsetMs);
  return totpCode(secret, new Date(Date.now() + offsetMs));
}

test('an editor signs in after a wrong password, and is signed out in all tabs', async () => {
  const account = await makeAccount(site.app, { role: 'editor', name: 'Edda' });
  const path = '/admin/article-editor/sports';
  const page = await openPage(path, { site: site.url, width: 390, expectedFailures: ['/api/sessions'] });
  await enterPassword(page, account, 'not the password');
  await expect(page.locator('form').getByText('Invalid email or password')).toBeVisible();
  await expect(page).toHaveURL(`${site.url}/login?next=${encodeURIComponent(path)}`);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await enterPassword(page, account);
  await expect(page).toHaveURL(site.url + path);
  await expect(page.getByLabel('Title *')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/login');
  await expect(other).toHaveURL(/\/admin$/);
  await press(other, 'Logout');
  await expect(other.getByText('Logged out successfully')).toBeVisible();
  await expect(login(other)).toBeVisible();
  await expect(login(page)).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await page.goto('/admin');
  await expect(login(page)).toBeVisible();
});

test('a second factor is set up, and then needed: a code of the app, or a recovery code', async () => {
  const account = await makeAccount(site.app, { role: 'author', name: 'Ada' });
  const page = await signedInPage(site, '/admin/account', {
    account,
    ownSession: true,
    expectedFailures: ['/api/sessions'],
  });
  const section = page.getByRole('region', { name: 'Second factor' });
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await section.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Set up');
  await expect(section.getByText('Scan this with an authenticator app')).toBeFocused();
  const secret = await secretOf(page);
  await code(page).fill(await nextCode(secret));
  await code(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await expectQuestionBeforeLeaving(page, 'The recovery codes are not shown again.');
  await expect(codes.first()).toHaveText(recoveryCode);
  const download = page.waitForEvent('download');
  await press(page, 'Download');
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(recoveryCode);
  expect(await browserAsks(page)).toBe(false);
  await press(page, 'I have saved them');
  await expect(section).toContainText('Set up, with 10 unused recovery codes.');

  await press(page, 'Logout');
  await expect(login(page)).toBeVisible();
  const events = await recordSessionEvents(page);
  await page.reload();
  await enterPassword(page, account);
  await expect(code(page)).toBeFocused();
  await code(page).fill('not a code');
  await press(page, 'Verify');
  await expect(code(page)).toHaveAccessibleDescription(/This code is not valid/);
  await code(page).fill(await nextCode(secret));
  expect(events()).toEqual([]);
  await code(page).press('Enter');
  await isSignedIn(page);
  expect(events()).toEqual(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED']);

  await press(page, 'Logout');
  await enterPassword(page, account);
  await code(page).fill(recoveryCode);
  await code(page).press('Enter');
  await isSignedIn(page);
  await page.getByRole('link', { name: 'Your account: Ada' }).click();
  await expect(section).toContainText('Set up, with 9 unused recovery codes.');
  await press(page, 'Remove second factor');
  await section.getByLabel('Your password').fill(PASSWORD);
  await section.getByLabel('Code', { exact: true }).fill(await nextCode(secret));
  await press(page, 'Remove second factor');
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a passkey is added, signs in with and without the password, and is removed', async () => {
  const account = await makeAccount(site.app, { role: 'author', name: 'Bea' });
  const page = await signedInPage(site, '/admin/account', {
    account,
    ownSession: true,
    expectedFailures: ['/api/sessions', '/api/sessions/passkey'],
  });
  const section = page.getByRole('region', { name: 'Passkeys' });
  const passkey = section.getByRole('listitem');
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await expect(page.getByLabel('Name of the passkey')).toHaveValue(/^Chrome on /);
  await page.getByLabel('Name of the passkey').fill('Bea’s laptop');
  await section.getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Add passkey');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await press(page, 'I have saved them');
  await expect(passkey).toContainText('not used yet');
  await expect(page.getByRole('region', { name: 'Second factor' })).toContainText(
    'Your passkeys are the second factor, with 10 unused recovery codes.',
  );

  await press(page, 'Logout');
  await expect(login(page)).toBeVisible();
  const events = await recordSessionEvents(page);
  await page.reload();
  await press(page, 'Sign in with a passkey');
  await isSignedIn(page);
  expect(events()).toEqual(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED']);

  await press(page, 'Logout');
  await enterPassword(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use your passkey');
  await setVerified(cdp, authenticatorId, false);
  await press(page, 'Use a passkey');
  await expect(page.locator('.account-form-error')).toContainText('No passkey was used');
  await setVerified(cdp, authenticatorId, true);
  await press(page, 'Use a passkey');
  await isSignedIn(page);

  await page.getByRole('link', { name: 'Your account: Bea' }).click();
  await press(page, 'Rename passkey: Bea’s laptop');
  await expect(page.getByLabel('New name')).toBeFocused();
  await page.keyboard.type('Bea’s desk');
  await page.keyboard.press('Enter');
  await expect(passkey).toContainText('Bea’s desk');
  await expect(passkey).toBeFocused();
  await expect(passkey).toContainText('last used');
  await press(page, 'Remove passkey: Bea’s desk');
  await press(page, 'Remove passkey');
  await expect(passkey).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();

  await press(page, 'Logout');
  await press(page, 'Sign in with a passkey');
  await expect(page.locator('.account-form-error')).toContainText('This passkey was not accepted');
});

/** Whether the authenticator recognizes its user. */
const setVerified = (cdp: CDPSession, authenticatorId: string, isUserVerified: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
