import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Role, ROLES } from '#domain/accounts/permissions.ts';
import { userRoles } from '#domain/accounts/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { TABS } from './dashboard-tabs.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { type Visitor, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(390);

const FORBIDDEN = 'Your role does not allow this.';

let site: ControlledSite;
const accounts = new Map<Role, TestAccount>();
beforeAll(async () => {
  site = await startControlledSite();
  for (const role of ROLES) accounts.set(role, await makeAccount(site.app, { role }));
});
afterAll(() => site.close());

const open = (role: Role, path: string, visitor: Visitor = {}) => {
  const account = accounts.get(role);
  if (account === undefined) throw new Error(`no account is ${role}`);
  return signedInPage(site, path, { ...visitor, account });
};
const creator = (role: Role) => ({ createdBy: accounts.get(role)?.id ?? null });
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab');

describe.each(ROLES)('%s', (role) => {
  test('sees the tabs of the role', async () => {
    const page = await open(role, '/admin');
    await expect(page.getByRole('heading', { name: 'Global Politics articles' })).toBeVisible();
    await expect(tabs(page)).toHaveText([...TABS[role]]);
    await expect(page.getByRole('button', { name: 'Edit Description' })).toHaveCount(
      TABS[role].includes('Moderation') ? 1 : 0,
    );
  });

  test.skipIf(TABS[role].includes('Settings'))('sees a message instead of another tab', async () => {
    const page = await open(role, '/admin?tab=settings');
    await expect(page.getByRole('alert').filter({ hasText: FORBIDDEN })).toBeVisible();
    await tabs(page).first().click();
    await expect(page.getByRole('heading', { name: 'Global Politics articles' })).toBeVisible();
  });
});

test('the settings of moderation and newsletter are for administrators', async () => {
  const page = await open('editor', '/admin?tab=moderation&view=settings');
  await expect(page.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Newsletter' }).click();
  await expect(page.getByRole('heading', { name: 'This week’s issue' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Automatic drafts' })).toHaveCount(0);
});

test('a contributor edits own drafts, but not what an editor has published', async () => {
  const { database } = site.app;
  await makeDraft(database, { title: 'My draft', categorySlug: 'culture', ...creator('contributor') });
  const published = await makeArticle(database, {
    title: 'My published text',
    categorySlug: 'culture',
    ...creator('contributor'),
  });
  await makeDraft(database, { title: 'Not mine', categorySlug: 'culture' });
  const page = await open('contributor', '/admin?tab=content&category=culture', {
    expectedFailures: [/^\/api\/newsroom\/articles\//],
  });
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await expect(page.getByText('2 articles')).toBeVisible();
  await expect(row('Not mine')).toHaveCount(0);
  await expect(row('My published text').getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(row('My published text').getByText('0 comments')).toBeVisible();
  await expect(row('My draft').getByRole('button', { name: 'Delete' })).toBeVisible();
  await row('My draft').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Next: Write Content' }).click();
  await expect(page.getByRole('button', { name: 'Draft', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Draft', exact: true }).click();
  await expect(page.getByText('Draft saved successfully')).toBeVisible();
  await page.goto(`/admin/article-editor/culture/${published.id}`);
  await expect(page.getByText(FORBIDDEN)).toBeVisible();
});

test('an author publishes, and cannot open an article of someone else', async () => {
  const own = await makeDraft(site.app.database, { title: 'Ready', ...creator('author') });
  const other = await makeDraft(site.app.database, { title: 'Somewhere else' });
  const page = await open('author', `/admin/article-editor/global-politics/${own.id}`, {
    expectedFailures: [/^\/api\/newsroom\/articles\//],
  });
  await page.getByRole('button', { name: 'Next: Write Content' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Article published successfully')).toBeVisible();
  await page.goto(`/admin/article-editor/global-politics/${other.id}`);
  await expect(page.getByText(FORBIDDEN)).toBeVisible();
  await expect(page.getByText('Somewhere else')).toHaveCount(0);
});

test('a changed role changes the tabs at the next response', async () => {
  const person = await makeAccount(site.app, { role: 'editor' });
  const page = await signedInPage(site, '/admin?tab=moderation', {
    account: person,
    expectedFailures: [/^\/api\/newsroom\//],
  });
  await expect(tabs(page)).toHaveText([...TABS.editor]);
  // During the request of the click: an earlier one that is answered after the change would replace the view before it.
  const { db } = site.app.database;
  await page.route(/\/moderation\?.*state=deleted/, async (route) => {
    await db.update(userRoles).set({ role: 'author' }).where(eq(userRoles.userId, person.id));
    await route.continue();
  });
  await page.getByRole('tab', { name: 'Deleted' }).click();
  await expect(page.getByText(FORBIDDEN)).toBeVisible();
  await expect(tabs(page)).toHaveText([...TABS.author]);
});

test.each(widths)('at %i pixels, the views of a contributor pass axe', async (width) => {
  const page = await open('contributor', '/admin', { width });
  await expect(page.getByRole('heading', { name: 'Global Politics articles' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin?tab=settings');
  await expect(page.getByText(FORBIDDEN)).toBeVisible();
  await expectAccessible(page);
});
