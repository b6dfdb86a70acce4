import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NewsroomServer, PASSWORD, startNewsroom } from '../newsroom.ts';
import { expect } from './expect.ts';
import { enterPassword } from './login-page.ts';
import { openPage, type Visitor } from './page.ts';
import { recordSessionEvents } from './session-events.ts';
import { signedInPage } from './signed-in-page.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

const open = (path: string, visitor: Visitor = {}) => openPage(path, { ...visitor, site: site.url });

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

describe('logging in', () => {
  test('redirects to no other site', async () => {
    const page = await signedInPage(site, '/login');
    for (const next of ['https://elsewhere.example/admin/x', '//elsewhere.example/admin/x', '/articles']) {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await expect(page, next).toHaveURL((url) => url.origin === site.url && url.pathname === '/admin');
    }
  });
});

describe('an account', () => {
  test('is created, waits for the admin role without a redirect loop, and gets access with the role', async () => {
    const nora = { name: 'Nora New', email: 'nora@news.example' };
    const page = await open('/login', { expectedFailures: ['/api/accounts'] });
    await page.getByRole('button', { name: 'Need to create an account?' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Admin Account');

    const create = () => page.getByRole('button', { name: 'Create Account', exact: true }).click();
    await page.getByLabel('Name').fill(nora.name);
    await page.getByLabel('Email').fill(nora.email);
    await page.getByLabel('Password').fill('1234567890');
    await create();
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.getByLabel('Password').fill(PASSWORD);
    await create();

    const message = 'Account created! Please check if you have admin access.';
    await expect(toast(page, message)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
    await expect(page.locator('form').getByText(message)).toBeVisible();
    await expect(
      page.locator('form').getByText('confirm your address is a file in the folder mail/'),
    ).toBeVisible();

    await enterPassword(page, nora);
    const status = page.getByText('Signed in as Nora New – no admin access yet');
    await expect(status).toBeVisible();
    await page.goto('/admin');
    await page.waitForURL('**/login');
    await expect(status).toBeVisible();

    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toast(page, 'Logged out successfully')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('newsroom.session'))).toBeNull();
    await enterPassword(page, nora);
    await site.grantAdmin(nora);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.waitForURL(/\/admin(\?|$)/);
  });

  test('gets a new password by email, which invalidates the old one', async () => {
    const rita = { name: 'Rita Reset', email: 'rita@news.example' };
    await site.signUp(rita);
    const page = await open('/login', {
      expectedFailures: ['/api/sessions', '/api/password-resets/completion'],
    });
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email').fill(rita.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
    await expect(page.locator('.account-form-note')).not.toBeEmpty();

    const events = await recordSessionEvents(page);
    await page.goto(await site.mailedLink(rita, 'reset'));
    await page.getByLabel('New password', { exact: true }).fill('seven grey geese landing');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(
      page.getByText('Your password has been changed. Please log in with the new one.'),
    ).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/login`);
    await enterPassword(page, rita);
    await expect(toast(page, 'Invalid email or password')).toBeVisible();
    await enterPassword(page, rita, 'seven grey geese landing');
    await expect(page.getByText('Signed in as Rita Reset')).toBeVisible();
    expect(events()).toEqual(['PASSWORD_RECOVERY', 'SIGNED_IN']);
  });
});

test('a new password by email leaves another account signed in, and signs out its own', async () => {
  const rosa = { name: 'Rosa Reset', email: 'rosa@news.example' };
  const rolf = { name: 'Rolf Reset', email: 'rolf@news.example' };
  const choosePassword = async (page: Page, person: typeof rosa) => {
    const requested = await fetch(`${site.url}/api/password-resets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email }),
    });
    expect(requested.status).toBe(202);
    await page.goto(await site.mailedLink(person, 'reset'));
    await page.getByLabel('New password', { exact: true }).fill('eight grey geese landing');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await site.signUp(rosa);
  const guest = await signedInPage(site, '/login', { account: site.guest, ownSession: true });
  await choosePassword(guest, rosa);
  await expect(guest).toHaveURL(`${site.url}/login`);
  await expect(guest.getByText(`Signed in as ${site.guest.name}`)).toBeVisible();

  await site.signUp(rolf);
  const page = await open('/login', { expectedFailures: ['/api/sessions/refresh'] });
  await enterPassword(page, rolf);
  await expect(page.getByText('Signed in as Rolf Reset')).toBeVisible();
  await choosePassword(page, rolf);
  await expect(
    page.getByText('Your password has been changed. Please log in with the new one.'),
  ).toBeVisible();
});
