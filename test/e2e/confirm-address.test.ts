import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NewsroomServer, PASSWORD, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const NEW_PASSWORD = 'seven grey geese landing';
const CONFIRM = '/api/email-verifications';
const LOOKUP = '/api/email-verifications/lookup';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom();
});
afterAll(() => site.stop());

const open = (path: string, visitor: Visitor = {}) =>
  openPage(path, { width: 390, ...visitor, site: site.url });
/** Creates the account through the CLI, which has no rate limit. */
const createInvitation = (name: string) => site.inviteAdmin({ email: `${name}@news.example` });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const confirmButton = (page: Page) => page.getByRole('button', { name: 'Confirm address' });

describe('the link of a confirmation email', () => {
  test('asks for name and password, replaces those of the sign-up, and signs in', async () => {
    const email = 'nora@news.example';
    await site.signUp({ name: 'Somebody Else', email });
    const page = await open(await site.mailedLink({ email }, 'verification'), {
      expectedFailures: ['/api/sessions'],
    });
    await expect(heading(page)).toHaveText('Confirm your address');
    await expect(page).toHaveTitle(/^Confirm your address/);
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Email')).not.toBeEditable();
    await expect(page.getByLabel('Name')).toHaveValue('Somebody Else');

    await page.getByLabel('Name').fill('Nora New');
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    const { release } = await delayResponses(page, 'POST', `**${CONFIRM}`);
    await confirmButton(page).click();
    await expect(page.getByRole('button', { name: 'Confirming...' })).toBeDisabled();
    release();
    await expect(toast(page, 'Email address confirmed')).toBeVisible();
    const signedIn = page.getByText('Signed in as Nora New – no admin access yet');
    await expect(signedIn).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/login`);

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByLabel('Email').fill(email);
    for (const password of [PASSWORD, NEW_PASSWORD]) {
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      if (password === PASSWORD) await expect(toast(page, 'Invalid email or password')).toBeVisible();
    }
    await expect(signedIn).toBeVisible();
  });

  test('replaces the session of the same account in this browser, but not that of another account', async () => {
    const account = { name: 'Greta Guest', email: 'greta@news.example' };
    await site.signUp(account);
    const page = await signedInPage(site, await site.mailedLink(account, 'verification'), {
      account,
      expectedFailures: ['/api/account'],
    });
    const storedSession = () => page.evaluate(() => localStorage.getItem('newsroom.session'));
    const before = await storedSession();
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await confirmButton(page).click();
    await expect(page.getByText('Signed in as Greta Guest – no admin access yet')).toBeVisible();
    expect(await storedSession()).toContain('greta@news.example');
    expect(await storedSession()).not.toBe(before);

    const other = await signedInPage(site, await createInvitation('other'));
    await other.getByLabel('Password').fill(NEW_PASSWORD);
    await confirmButton(other).click();
    await expect(toast(other, 'Email address confirmed')).toBeVisible();
    await other.waitForURL(/\/admin(\?|$)/);
  });
});

describe('the form', () => {
  test('shows that the link was used in the meantime, and offers a new link', async () => {
    const link = await createInvitation('elsewhere');
    const page = await open(link, { expectedFailures: [CONFIRM, LOOKUP] });
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    const token = new URL(link, site.url).searchParams.get('verification');
    const used = await fetch(site.url + CONFIRM, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: PASSWORD }),
    });
    expect(used.status).toBe(204);
    await confirmButton(page).click();
    await expect(heading(page)).toHaveText('This link no longer works');
    await page.getByRole('button', { name: 'Get a new link' }).click();
    await expect(heading(page)).toHaveText('Reset password');
    await expect(page).toHaveURL(`${site.url}/login`);
  });
});

test('is accessible and does not overflow, light and dark', async () => {
  const page = await open(await createInvitation('long-'.repeat(9)), { expectedFailures: [LOOKUP] });
  await expect(heading(page)).toHaveText('Confirm your address');
  await page.getByLabel('Password').fill('long enough to be one');
  await expect(page.getByText('Long enough')).toBeVisible();
  await expectAccessible(page);
  for (const token of ['aaaa', 'a'.repeat(300)]) {
    await page.goto(`/login?verification=${token}`);
    await expect(heading(page)).toHaveText('This link no longer works');
  }
  await expectAccessible(page);
});
