import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest';
import { invitations, user, userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount, outboxMails, PASSWORD, signIn } from '../accounts.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage, type Visitor, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

let admin: Awaited<ReturnType<typeof makeAccount>>;
beforeEach(async () => {
  const { db } = site.app.database;
  await db.delete(userRoles);
  await db.delete(invitations);
  admin = await makeAccount(site.app, { role: 'admin', name: 'Zora Admin' });
});

const open = (visitor: Visitor = {}) =>
  signedInPage(site, '/admin?tab=people', { ...visitor, account: admin });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');
const confirmDialog = (page: Page) => page.getByRole('alertdialog');

test('someone is invited, accepts the invitation in the browser, and opens the newsroom', async () => {
  const page = await open();
  await expect(row(page, 'Zora Admin')).toContainText('Admin');
  await press(page, 'Invite');
  await dialog(page).getByLabel('Email').fill('ines@news.example');
  await dialog(page).getByLabel('Role').selectOption('Author');
  await expect(dialog(page)).toContainText('Writes and publishes articles of their own.');
  const invitation = await delayResponses(page, 'POST', '**/api/newsroom/people');
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  // What is sent cannot be changed.
  await dialog(page).getByLabel('Email').press('x');
  await dialog(page).getByLabel('Role').press('End');
  await expect(dialog(page).getByLabel('Email')).toHaveValue('ines@news.example');
  await expect(dialog(page)).toContainText('Writes and publishes articles of their own.');
  await expect(dialog(page).getByRole('button', { name: 'Inviting...' })).toBeDisabled();
  invitation.release();
  await expect(page.getByText('The invitation is a file in the folder mail/')).toBeVisible();
  await expect(row(page, 'ines@news.example')).toContainText('Invited');
  await expect(row(page, 'ines@news.example')).toContainText('Invitation valid until');

  const [mail] = await outboxMails(site.app, 'ines@news.example');
  expect(mail?.subject).toContain('Join the newsroom');
  const link = `${site.url}/admin?verification=`;
  const token = (mail?.text ?? '').split(link)[1]?.slice(0, 43) ?? '';
  const guest = await openPage(`/admin?verification=${token}`, { site: site.url });
  await guest.getByLabel('Name').fill('Ines Author');
  await guest.getByLabel('Password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Confirm address' }).click();
  await expect(guest.getByRole('tab', { name: 'Articles' })).toBeVisible();
  await expect(guest.getByRole('tab', { name: 'People' })).toHaveCount(0);

  await page.reload();
  await expect(row(page, 'Ines Author')).toContainText('Active');
  await expect(row(page, 'Ines Author')).toContainText('Last sign-in');
});

test('an invitation is resent and withdrawn; an address cannot be invited twice', async () => {
  const page = await open({ expectedFailures: ['/api/newsroom/people'] });
  for (const attempt of [1, 2]) {
    await press(page, 'Invite');
    await dialog(page).getByLabel('Email').fill('twice@news.example');
    await dialog(page).getByRole('button', { name: 'Invite' }).click();
    if (attempt === 1) await expect(dialog(page)).toBeHidden();
  }
  const email = dialog(page).getByLabel('Email');
  await expect(email).toHaveAccessibleDescription(/already invited/);
  await page.keyboard.press('Escape');
  await confirmDialog(page).getByRole('button', { name: 'Discard' }).click();
  await press(page, 'twice');
  await press(page, 'Resend invitation');
  await expect.poll(async () => (await outboxMails(site.app, 'twice@news.example')).length).toBe(2);
  await press(page, 'Withdraw invitation');
  await confirmDialog(page).getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(row(page, 'twice@news.example')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'People' })).toBeFocused();
});

describe('a person', () => {
  test('gets another role, is suspended, reactivated and removed', async () => {
    const editor = await makeAccount(site.app, { role: 'editor', name: 'Edgar Editor' });
    const { access_token: token } = await signIn(site.app, editor);
    const page = await open();
    await press(page, 'Edgar Editor');
    await dialog(page).getByLabel('Role').selectOption('Contributor');
    await press(page, 'Save role');
    await expect(page.getByText('Role changed')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Save role' })).toBeDisabled();
    await press(page, 'Suspend');
    await expect(confirmDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await confirmDialog(page).getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog(page)).toContainText('Suspended');
    const headers = { authorization: `Bearer ${token}` };
    expect((await site.app.fetch('/api/account', { headers })).status).toBe(401);
    await press(page, 'Reactivate');
    await expect(dialog(page)).toContainText('Active');
    await press(page, 'Remove');
    const tokenRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api-tokens')) tokenRequests.push(request.url());
    });
    await confirmDialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Person removed')).toBeVisible();
    await expect(row(page, 'Edgar Editor')).toHaveCount(0);
    // The tokens of who has been removed cannot be loaded.
    expect(tokenRequests).toEqual([]);
    expect(await site.app.database.db.$count(user, eq(user.id, editor.id))).toBe(0);
  });

  test('who is the last administrator stays one, with an explanation', async () => {
    const page = await open({ expectedFailures: [/^\/api\/newsroom\/people\//] });
    await press(page, 'Zora Admin');
    await dialog(page).getByLabel('Role').selectOption('Editor');
    await press(page, 'Save role');
    await expect(page.getByText('This is the last active administrator.')).toBeVisible();
    await press(page, 'Suspend');
    await confirmDialog(page).getByRole('button', { name: 'Suspend' }).click();
    await expect(confirmDialog(page)).toBeHidden();
    await expect(dialog(page)).toContainText('Active');
  });

  test('who demotes themselves loses the tab', async () => {
    await makeAccount(site.app, { role: 'admin' });
    const page = await open({ expectedFailures: [/^\/api\/newsroom\//] });
    await press(page, 'Zora Admin');
    await dialog(page).getByLabel('Role').selectOption('Author');
    await press(page, 'Save role');
    await expect(page.getByText('Your role does not allow this.')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'People' })).toHaveCount(0);
  });
});

test('a list that cannot be loaded says so and can be loaded again', async () => {
  const page = await open({ expectedFailures: ['/api/newsroom/people'] });
  await expect(row(page, 'Zora Admin')).toBeVisible();
  await page.route('**/api/newsroom/people*', (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.reload();
  await expect(page.getByText('Failed to load people')).toBeVisible();
  await page.unroute('**/api/newsroom/people*');
  await press(page, 'Try again');
  await expect(row(page, 'Zora Admin')).toBeVisible();
});

test.each(widths)(
  'at %i pixels, every state passes axe, and the keyboard reaches everything',
  async (width) => {
    await makeAccount(site.app, {
      role: 'contributor',
      name: 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichenverordnung',
    });
    const page = await open({ width });
    const check = async () => {
      await expectAccessible(page);
    };
    await expect(page.getByText('2 people')).toBeVisible();
    await check();
    const invite = page.getByRole('tabpanel').getByRole('button', { name: 'Invite' });
    await invite.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Email')).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
    await expect(invite).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Role')).toBeVisible();
    await check();
    await press(page, 'Remove');
    await expect(confirmDialog(page)).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /^Donau/ })).toBeFocused();
  },
);
