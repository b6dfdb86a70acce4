import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, PASSWORD, type TestAccount } from '../accounts.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { horizontalOverflow, resizeTo } from './geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';
import { recordSessionEvents } from './session-events.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  // A passkey belongs to a host name, which an IP address is not.
  site = await startControlledSite({ hostname: 'localhost' });
});
afterAll(() => site.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const isSignedIn = (page: Page) => expect(page.getByRole('link', { name: /^Your account: / })).toBeVisible();

/** Gives the page an authenticator of its own, whose user has a fingerprint for example. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { cdp, authenticatorId };
}

async function enterPassword(page: Page, { email }: TestAccount): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Login');
}

/** The scripts of the page that use an authenticator, as they are loaded. */
function watchScripts(page: Page): () => Promise<number> {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) texts.push(response.text());
  });
  return async () => (await Promise.all(texts)).filter((text) => text.includes('credentials.get(')).length;
}

test('a passkey is added, signs in with and without the password, and is removed', async () => {
  const account = await makeAccount(site.app, { role: 'author', name: 'Ada' });
  const page = await signedInPage(site, '/admin/account', {
    account,
    ownSession: true,
    width: 1366,
    expectedFailures: ['/api/sessions', '/api/sessions/passkey'],
  });
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await expect(page.getByLabel('Name of the passkey')).toHaveValue(/^Chrome on /);
  await page.getByLabel('Name of the passkey').fill('Ada’s laptop');
  await section(page).getByLabel('Your password').fill(PASSWORD);
  await press(page, 'Add passkey');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await press(page, 'I have saved them');
  await expect(section(page).getByRole('listitem')).toContainText('not used yet');
  await expect(page.getByRole('region', { name: 'Second factor' })).toContainText(
    'Your passkeys are the second factor, with 10 unused recovery codes.',
  );
  await expectNoAxeViolationsInBothSchemes(page);
  await resizeTo(page, 320);
  expect(await horizontalOverflow(page)).toBe(0);
  await resizeTo(page, 1366);

  await press(page, 'Logout');
  const login = page.getByRole('button', { name: 'Login', exact: true });
  await expect(login).toBeVisible();
  const countScripts = watchScripts(page);
  const events = await recordSessionEvents(page);
  await page.reload();
  await expect(login).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  expect(await countScripts()).toBe(0);
  await press(page, 'Sign in with a passkey');
  await isSignedIn(page);
  expect(await countScripts()).toBe(1);
  expect(events()).toEqual(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED']);

  await press(page, 'Logout');
  await enterPassword(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use your passkey');
  await expectNoAxeViolationsInBothSchemes(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await press(page, 'Use a passkey');
  await expect(page.locator('.account-form-error')).toContainText('No passkey was used');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await press(page, 'Use a passkey');
  await isSignedIn(page);

  await page.getByRole('link', { name: 'Your account: Ada' }).click();
  await press(page, 'Rename passkey: Ada’s laptop');
  const newName = page.getByLabel('New name');
  await expect(newName).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.type('Ada’s desk');
  await page.keyboard.press('Enter');
  await expect(section(page).getByRole('listitem')).toContainText('Ada’s desk');
  await expect(section(page).getByRole('listitem')).toBeFocused();
  await expect(section(page).getByRole('listitem')).toContainText('last used');
  await press(page, 'Remove passkey: Ada’s desk');
  await expectNoAxeViolationsInBothSchemes(page);
  await press(page, 'Remove passkey');
  await expect(section(page).getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Set up', exact: true })).toBeVisible();

  await press(page, 'Logout');
  await press(page, 'Sign in with a passkey');
  await expect(page.locator('.account-form-error')).toContainText('This passkey was not accepted');
});

test('a role that requires a second factor sets up a passkey in the sign-in', async () => {
  const account = await makeAccount(site.app, { role: 'contributor', name: 'Cleo' });
  const admin = await newsroomApi(site.app, 'admin');
  const require = async (roles: string[]) => {
    const { headers } = await admin.request('GET', '/settings');
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect(
      (await admin.request('PATCH', '/settings', { account_second_factor_roles: roles }, tag)).status,
    ).toBe(200);
  };
  await require(['contributor']);
  const page = await openPage('/login', { site: site.url, width: 390, expectedFailures: ['/api/sessions'] });
  await addAuthenticator(page);
  await enterPassword(page, account);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
  await expect(page.locator('.enrolment-key')).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole('button', { name: 'Set up a passkey instead' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  await press(page, 'I have saved them');
  await isSignedIn(page);
  await require([]);
});

test('without passkeys in the browser or at another address, the login does not offer them', async () => {
  const page = await openPage('/login', { site: site.url });
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  const login = page.getByRole('button', { name: 'Login', exact: true });
  await expect(button).toBeVisible();
  const { port } = new URL(site.url);
  await page.goto(`http://127.0.0.1:${port}/login`);
  await expect(login).toBeVisible();
  await expect(button).toHaveCount(0);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/login');
  await expect(login).toBeVisible();
  await expect(button).toHaveCount(0);
});
