import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { articleAutosaves } from '#domain/articles/autosaves/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { makeAccount, type TestAccount } from '../accounts.ts';
import { makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { AUTOSAVE_PATHS, contentField, openContentStep, startArticle } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { signedInPage, type SignedInVisitor } from './signed-in-page.ts';

let site: ControlledSite;
let ada: TestAccount;
let jane: TestAccount;
beforeAll(async () => {
  site = await startControlledSite();
  ada = await makeAccount(site.app, { role: 'editor', name: 'Ada Editor' });
  jane = await makeAccount(site.app, { role: 'editor', name: 'Jane Doe' });
});
afterAll(() => site.close());

const open = (path: string, visitor: SignedInVisitor) => signedInPage(site, path, { width: 390, ...visitor });
const notice = (page: Page) => page.getByRole('region', { name: 'Unsaved changes', exact: true });
const status = (page: Page, text: string | RegExp) => page.locator('.save-status').getByText(text);
const presence = (page: Page) => page.locator('.editor-footer p').filter({ hasText: /^Also open:/ });
const journal = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('newsroom.journal.')));

test('unsaved work is on the server and seen by others', async () => {
  await site.app.database.db.delete(articles);
  const writer = await open('/admin/article-editor/sports', { account: ada });
  await startArticle(writer, 'Nine days');
  await contentField(writer).click();
  await writer.keyboard.type('It rained for nine days.');
  await expect(status(writer, /^Saved automatically at \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(writer).toHaveURL(/\/sports\/[\w-]{36}$/);
  await expect(writer.getByText('Your changes are saved automatically.')).toHaveCount(1);
  expect(await journal(writer)).toEqual([]);
  await expect(writer.getByRole('heading', { name: 'Creating New Article' })).toBeVisible();
  const { pathname } = new URL(writer.url());

  // More words, and the editor is left at once: nothing is asked.
  await contentField(writer).click();
  await writer.keyboard.type(' More.');
  await writer.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(writer).toHaveURL(/\/admin$/);
  await expect(writer.getByRole('alertdialog')).toHaveCount(0);

  // Another browser of the same person.
  const elsewhere = await open(pathname, { account: ada, expectedFailures: [AUTOSAVE_PATHS] });
  await expect(elsewhere.getByLabel('Title *')).toHaveValue('Nine days');
  await expect(elsewhere.getByLabel('Slug *')).toHaveValue('nine-days');
  await expect(notice(elsewhere)).toContainText('were loaded. They are not part of the saved version yet.');
  await expectAccessible(elsewhere);
  await openContentStep(elsewhere);
  await expect(contentField(elsewhere)).toContainText('It rained for nine days.');
  await expect(contentField(elsewhere)).toContainText('More.');

  // Another person.
  const position = await contentField(elsewhere).boundingBox();
  const other = await open(pathname, { account: jane, expectedFailures: [AUTOSAVE_PATHS] });
  await expect(presence(other)).toHaveText(/^Also open: Ada Editor \(since \d+:\d\d [AP]M\)$/);
  await elsewhere.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(presence(elsewhere)).toContainText('Jane Doe (since');
  expect(await contentField(elsewhere).boundingBox()).toEqual(position);
  // Nobody has saved it: it opens with its text, which is a revision before she replaces it.
  await expect(notice(other)).toContainText('Ada Editor’s unsaved text from');
  await expect(notice(other).getByRole('button')).toHaveCount(0);
  await expectAccessible(other);
  await expect(other.getByLabel('Title *')).toHaveValue('Nine days');
  await other.getByLabel('Title *').fill('Eleven days');
  const storedTitles = async () => {
    const { db } = site.app.database;
    const [saved] = await db.select().from(articles);
    const [autosave] = await db.select().from(articleAutosaves);
    return [saved?.revision, saved?.title, autosave?.title];
  };
  await expect.poll(storedTitles).toEqual([2, 'Nine days', 'Eleven days']);

  // The first one is told before the texts collide. What somebody else wrote is not discarded at once.
  await contentField(elsewhere).click();
  await elsewhere.keyboard.type('Again. ');
  await expect(notice(elsewhere)).toContainText('Jane Doe has unsaved changes to this article');
  await notice(elsewhere).getByRole('button', { name: 'Discard' }).click();
  const question = elsewhere.getByRole('alertdialog', { name: 'Discard the changes of Jane Doe' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(notice(elsewhere)).toHaveCount(0);
  await expect(toast(elsewhere, 'Changes of Jane Doe discarded')).toBeVisible();
  await elsewhere.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).click();
  await expect(notice(elsewhere)).toBeVisible();
  expect(await storedTitles()).toEqual([2, 'Nine days', 'Eleven days']);

  // A save removes what it contains, and ends the notice.
  await openContentStep(other);
  await button(other, 'Draft').click();
  await expect(toast(other, 'Draft saved successfully')).toBeVisible();
  await expect(notice(elsewhere)).toContainText('Your unsaved changes');
  const [saved] = await site.app.database.db.select().from(articles);
  expect(saved).toMatchObject({ title: 'Eleven days', slug: 'nine-days', revision: 3 });
  expect(saved?.content).toContain('It rained for nine days.');
});

test('a new article is left at once, and its first autosave is on the server', async () => {
  await site.app.database.db.delete(articles);
  const page = await open('/admin/article-editor/culture', { account: ada, controlsClock: true });
  await page.getByLabel('Title *').fill('Typed and left');
  // Neither the time of the first autosave comes, nor that at which the user would be asked.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  const [autosave] = await site.app.database.db.select().from(articleAutosaves);
  expect(autosave).toMatchObject({ title: 'Typed and left' });
  await makeDraft(site.app.database, { title: '', excerpt: '', content: '' });
  const dashboard = await open('/admin', { account: ada });
  await expect(dashboard.getByText('Untitled draft').first()).toBeVisible();
});

test('an autosave is in the list of revisions, can be discarded, and an offline editor says so', async () => {
  await site.app.database.db.delete(articles);
  const { id, title } = await makeDraft(site.app.database, { title: 'Saved', categorySlug: 'sports' });
  const path = `/admin/article-editor/sports/${id}`;
  const autosavePath = `/api/newsroom/articles/${id}/autosave`;
  const page = await open(path, { account: ada, expectedFailures: [autosavePath] });
  await page.getByLabel('Title *').fill('Not saved');
  await expect(status(page, /^Saved automatically at/)).toBeVisible();
  await button(page, 'Revisions').click();
  const dialog = page.getByRole('dialog', { name: 'Revisions' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Autosave' })).toContainText('Not saved');
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(page.getByLabel('Title *')).toHaveValue('Not saved');
  await notice(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title *')).toHaveValue(title);
  await expect(notice(page)).toHaveCount(0);
  expect(await site.app.database.db.$count(articleAutosaves)).toBe(0);

  await page.route(`**${autosavePath}`, (route) => route.abort('connectionfailed'));
  await page.getByLabel('Title *').fill('Offline');
  await expect(status(page, /^Stored in this browser only\. .*Retrying…$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Your changes are not saved.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.unroute(`**${autosavePath}`);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(status(page, /^Saved automatically at/)).toBeVisible();
  expect(await journal(page)).toEqual([]);
});
