import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { makeAccount, outboxMails, PASSWORD, signIn } from '../accounts.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { expect } from './expect.ts';
import { enterPassword } from './login-page.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const NEW_PASSWORD = 'seven slow barges passing';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('name, address and password are changed, and another session is ended', async () => {
  const account = await makeAccount(site.app, { role: 'contributor', name: 'Cora' });
  // A second session, to be ended.
  await signIn(site.app, account);
  const page = await signedInPage(site, '/admin', {
    account,
    ownSession: true,
    expectedFailures: ['/api/account/password'],
  });
  const section = (name: string) => page.getByRole('region', { name });
  const toast = (text: string) => page.locator('.toast').filter({ hasText: text });
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await page.getByRole('link', { name: 'Your account: Cora' }).click();
  await expect(section('Passkeys')).toContainText(
    `Passkeys need a domain name, and the address of this site is ${site.url}.`,
  );
  await section('Name').getByLabel('Name').fill('Cora Contributor');
  await press(page, 'Change name');
  await expect(toast('Name changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your account: Cora Contributor' })).toBeVisible();

  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1);
  await page.getByRole('button', { name: /^End session: / }).click();
  await expect(toast('Session ended')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0);

  const password = section('Password');
  const present = password.getByLabel('Present password');
  await present.fill('not this one');
  await password.getByLabel('New password').fill(NEW_PASSWORD);
  await password.getByLabel('New password').press('Enter');
  await expect(present).toBeFocused();
  await expect(present).toHaveAccessibleDescription('This is not your password');
  await present.fill(PASSWORD);
  await press(page, 'Change password');
  await expect(toast('Password changed')).toBeVisible();

  const email = 'cora@paper.example';
  const address = section('Email address');
  await address.getByLabel('New address').fill(email);
  await address.getByLabel('Your password').fill(NEW_PASSWORD);
  await press(page, 'Send link');
  await expect(address.getByRole('status')).toContainText(`Waiting for the link in the email to ${email}`);
  const [mail] = await outboxMails(site.app, email);
  const link = /\/login\?address=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const elsewhere = await openPage(link, { site: site.url });
  await press(elsewhere, 'Confirm new address');
  await expect(elsewhere.getByText('Sign in with the new one from now on.')).toBeVisible();
  await enterPassword(elsewhere, { email }, NEW_PASSWORD);
  await expect(elsewhere.getByRole('tab', { name: 'Articles' })).toBeVisible();
  await page.reload();
  await expect(address).toContainText(`You sign in with ${email}`);
});
