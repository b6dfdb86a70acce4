import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, outboxMails, PASSWORD, signIn } from '../accounts.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { applyTextSpacing, horizontalOverflow, resizeTo } from './geometry.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage, type Visitor, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const NEW_PASSWORD = 'seven slow barges passing';

async function open(email: string, visitor: Visitor = {}): Promise<Page> {
  const account = await makeAccount(site.app, { role: 'contributor', name: 'Cora', email });
  // A second session, to be ended.
  await signIn(site.app, account);
  return signedInPage(site, '/admin', { ...visitor, account, ownSession: true });
}
const section = (page: Page, name: string) => page.getByRole('region', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

test('name, address and password are changed, and another session is ended', async () => {
  const page = await open('cora@news.example', { expectedFailures: ['/api/account/password'] });
  await page.getByRole('link', { name: 'Your account: Cora' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await section(page, 'Name').getByLabel('Name').fill('Cora Contributor');
  await press(page, 'Change name');
  await expect(toast(page, 'Name changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your account: Cora Contributor' })).toBeVisible();

  await expect(sessions(page)).toHaveCount(2);
  await expect(sessions(page).filter({ hasText: 'This session' })).toHaveCount(1);
  await page.getByRole('button', { name: /^End session: / }).click();
  await expect(toast(page, 'Session ended')).toBeVisible();
  await expect(sessions(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);

  const password = section(page, 'Password');
  await password.getByLabel('Present password').fill('not this one');
  await password.getByLabel('New password').fill(NEW_PASSWORD);
  await password.getByLabel('New password').press('Enter');
  await expect(password.getByLabel('Present password')).toBeFocused();
  await expect(password.getByLabel('Present password')).toHaveAccessibleDescription(
    'This is not your password',
  );
  await password.getByLabel('Present password').fill(PASSWORD);
  await press(page, 'Change password');
  await expect(toast(page, 'Password changed')).toBeVisible();

  const address = section(page, 'Email address');
  await address.getByLabel('New address').fill('cora@paper.example');
  await address.getByLabel('Your password').fill(NEW_PASSWORD);
  await press(page, 'Send link');
  await expect(address.getByRole('status')).toContainText(
    'Waiting for the link in the email to cora@paper.example',
  );
  const [mail] = await outboxMails(site.app, 'cora@paper.example');
  const link = /\/login\?address=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const elsewhere = await openPage(link, { site: site.url });
  await press(elsewhere, 'Confirm new address');
  await expect(elsewhere.getByText('Sign in with the new one from now on.')).toBeVisible();
  await elsewhere.getByLabel('Email').fill('cora@paper.example');
  await elsewhere.getByLabel('Password').fill(NEW_PASSWORD);
  await press(elsewhere, 'Login');
  await expect(elsewhere.getByRole('tab', { name: 'Articles' })).toBeVisible();
  await page.reload();
  await expect(address).toContainText('You sign in with cora@paper.example');
});

test.each(widths)(
  'at %i pixels, the account and the page of the link pass axe and do not overflow',
  async (width) => {
    const page = await open(`cora-${width}@news.example`, { width });
    await page.goto('/admin/account');
    await expect(sessions(page).first()).toBeVisible();
    await expectAccessible(page);
    await resizeTo(page, 320);
    expect(await horizontalOverflow(page)).toBe(0);
    await applyTextSpacing(page);
    expect(await horizontalOverflow(page)).toBe(0);
    const link = await openPage('/login?address=unknown', { width, site: site.url });
    await expect(link.getByRole('button', { name: 'Confirm new address' })).toBeVisible();
    await expectAccessible(link);
  },
);
