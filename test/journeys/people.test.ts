import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { ROLES } from '#domain/accounts/permissions.ts';
import { user } from '#domain/accounts/tables.server.ts';
import { makeAccount, outboxMails, PASSWORD } from '../accounts.ts';
import { bearer } from '../api-tokens.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { TABS } from '../e2e/dashboard-tabs.ts';
import { openContentStep } from '../e2e/editor-page.ts';
import { expect } from '../e2e/expect.ts';
import { browserAsks } from '../e2e/leaving.ts';
import { button, toast } from '../e2e/newsroom-page.ts';
import { openPage } from '../e2e/page.ts';
import { signedInPage } from '../e2e/signed-in-page.ts';
import { makeArticle, makeDraft } from '../factories.ts';

const FORBIDDEN = 'Your role does not allow this.';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab');

test('every role sees its tabs, and is refused the others and the articles of others', async () => {
  const { database } = site.app;
  const other = await makeDraft(database, { title: 'Not mine', categorySlug: 'culture' });
  for (const role of ROLES) {
    const account = await makeAccount(site.app, { role });
    const isWriter = role === 'contributor' || role === 'author';
    const page = await signedInPage(site, '/admin', {
      account,
      width: 390,
      expectedFailures: [/^\/api\/newsroom\//],
    });
    await expect(page.getByRole('heading', { name: 'Global Politics articles' }), role).toBeVisible();
    await expect(tabs(page), role).toHaveText([...TABS[role]]);
    await expect(button(page, 'Edit Description'), role).toHaveCount(isWriter ? 0 : 1);
    if (role === 'admin') continue;
    await page.goto('/admin?tab=settings');
    await expect(page.getByRole('alert').filter({ hasText: FORBIDDEN }), role).toBeVisible();
    if (!isWriter) continue;
    const own = { createdBy: account.id, categorySlug: 'culture' };
    const draft = await makeDraft(database, { title: `Draft of ${role}`, ...own });
    await makeArticle(database, { title: `Published of ${role}`, ...own });
    await page.goto('/admin?tab=content&category=culture');
    const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await expect(page.getByText('2 articles'), role).toBeVisible();
    await expect(card('Not mine')).toHaveCount(0);
    await expect(card(`Published of ${role}`).getByRole('link', { name: 'Edit' })).toHaveCount(
      role === 'author' ? 1 : 0,
    );
    await card(`Draft of ${role}`).getByRole('link', { name: 'Edit' }).click();
    await openContentStep(page);
    await expect(button(page, 'Publish')).toHaveCount(role === 'author' ? 1 : 0);
    await button(page, role === 'author' ? 'Publish' : 'Draft').click();
    await expect(page).toHaveURL(/\/admin(\?|$)/);
    expect((await site.app.fetch(`/article/${draft.slug}`)).status).toBe(role === 'author' ? 200 : 404);
    await page.goto(`/admin/article-editor/culture/${other.id}`);
    await expect(page.getByText(FORBIDDEN)).toBeVisible();
    await expect(page.getByText('Not mine')).toHaveCount(0);
  }
});

test('someone is invited, accepts, gets another role, is suspended, reactivated and removed', async () => {
  const page = await signedInPage(site, '/admin?tab=people');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  const question = page.getByRole('alertdialog');
  await button(page, 'Invite').click();
  await dialog.getByLabel('Email').fill('ines@news.example');
  await dialog.getByLabel('Role').selectOption('Author');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(toast(page, 'The invitation is a file in the folder mail/')).toBeVisible();
  await expect(row('ines@news.example')).toContainText('Invitation valid until');

  const [mail] = await outboxMails(site.app, 'ines@news.example');
  expect(mail?.subject).toContain('Join the newsroom');
  const link = /\/admin\?verification=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '';
  const guest = await openPage(link, { site: site.url, width: 390, expectedFailures: [/^\/api\//] });
  await guest.getByLabel('Name').fill('Ines Author');
  await guest.getByLabel('Password').fill(PASSWORD);
  await button(guest, 'Confirm address').click();
  await expect(tabs(guest)).toHaveText([...TABS.author]);
  const session = await guest.evaluate(() => localStorage.getItem('newsroom.session'));
  const { access_token: token } = JSON.parse(session ?? '{}') as { access_token: string };
  const accountStatus = async () => (await site.app.fetch('/api/account', { headers: bearer(token) })).status;
  expect(await accountStatus()).toBe(200);

  await page.reload();
  await expect(row('Ines Author')).toContainText('Active');
  await expect(row('Ines Author')).toContainText('Last sign-in');
  await button(page, 'Ines Author').click();
  await dialog.getByLabel('Role').selectOption('Contributor');
  await button(page, 'Save role').click();
  await expect(toast(page, 'Role changed')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save role' })).toBeDisabled();
  await button(page, 'Suspend').click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toContainText('Suspended');
  expect(await accountStatus()).toBe(401);
  await button(page, 'Reactivate').click();
  await expect(dialog).toContainText('Active');
  await button(page, 'Remove').click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Person removed')).toBeVisible();
  await expect(row('Ines Author')).toHaveCount(0);
  expect(await site.app.database.db.$count(user, eq(user.email, 'ines@news.example'))).toBe(0);
});

test('an API token is created with the keyboard, copied, used and revoked; another one by an administrator', async () => {
  const account = await makeAccount(site.app, { role: 'author', name: 'Ada' });
  const page = await signedInPage(site, '/admin/account', { account, ownSession: true, width: 390 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  const panel = page.getByRole('region', { name: 'API tokens', exact: true });
  const rows = panel.getByRole('listitem');
  const opener = panel.getByRole('button', { name: 'New API token' });
  const statusOf = async (token: string) =>
    (await site.app.fetch('/api/newsroom/articles', { headers: bearer(token) })).status;

  async function create(name: string): Promise<string> {
    await opener.press('Enter');
    await expect(page.getByLabel('Name of the token')).toBeFocused();
    await page.keyboard.type(name);
    // An author moderates no comments.
    await expect(page.getByRole('checkbox', { name: /^Moderate comments/ })).toHaveCount(0);
    await page.getByRole('checkbox', { name: /^Read articles/ }).press('Space');
    await panel.getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your new API token' })).toBeFocused();
    expect(await browserAsks(page)).toBe(true);
    await page.keyboard.press('Tab');
    await expect(button(page, 'Copy')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Token copied')).toBeVisible();
    await expect.poll(() => browserAsks(page)).toBe(false);
    return page.evaluate(() => navigator.clipboard.readText());
  }

  const token = await create('Site builder');
  expect(token).toMatch(/^mer_[0-9A-Za-z]{38}$/);
  expect(await statusOf(token)).toBe(200);
  await button(page, 'I have saved it').press('Enter');
  await expect(opener).toBeFocused();
  expect(await page.content()).not.toContain(token);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(`Site builder ${token.slice(0, 8)}… Read articles and drafts`);
  await button(page, 'Revoke API token: Site builder').press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Existing API tokens' })).toBeFocused();
  await expect(panel).toContainText('No API tokens');
  await expect(rows).toHaveCount(0);
  expect(await statusOf(token)).toBe(401);

  const left = await create('Left behind');
  const admin = await signedInPage(site, '/admin?tab=people');
  await button(admin, account.name).click();
  const tokens = admin.getByRole('region', { name: 'API tokens of this person' });
  await tokens.getByRole('button', { name: 'Revoke API token: Left behind' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(tokens).toContainText('No API tokens');
  expect(await statusOf(left)).toBe(401);
});
