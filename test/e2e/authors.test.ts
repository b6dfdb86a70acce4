import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { PASSWORD } from '../accounts.ts';
import { makeArticle } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makePhoto } from '../pictures.ts';
import { expectAccessible } from './axe.ts';
import { type ArticleApi, contentField, editorPath, openArticleApi, openContentStep } from './editor-page.ts';
import { button, toast } from './newsroom-page.ts';
import { expect } from './expect.ts';
import { openAfterFailedLoad } from './failed-load.ts';
import { openPage, journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

const BIO = 'Reports on rivers.\n\nLives by one.';

let site: NewsroomServer;
let articles: ArticleApi;
let folder: string;
let photo: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meridian-portraits-'));
  photo = join(folder, 'portrait.jpg');
  writeFileSync(photo, await makePhoto({ width: 400, height: 640 }));
  site = await startNewsroom(async (database) => {
    const links = ['https://social.example/@nadia'];
    const [nadia] = await database.db
      .insert(authors)
      .values([
        { slug: 'nadia-osei', name: 'Nadia Osei', bio: BIO, links },
        { slug: 'nils-berg', name: 'Nils Berg' },
        { slug: 'shared', name: 'Shared Person' },
      ])
      .returning();
    const bylines = [
      { author: nadia?.id ?? null, name: 'Nadia Osei' },
      { author: null, name: 'Bo Diaz' },
    ];
    for (const title of ['First', 'Second', 'Third'])
      await makeArticle(database, {
        title,
        slug: title.toLowerCase(),
        bylines,
        authorName: 'Nadia Osei and Bo Diaz',
      });
  });
  articles = await openArticleApi(site);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true });
});

const panel = (page: Page) => page.getByRole('tabpanel').first();

describe.each(widths)('for readers at %i pixels', (width) => {
  test('the names of an article lead to the page of the author', async () => {
    const page = await openPage('/article/first', { width, site: site.url });
    await expect(page.locator('article header')).toContainText('Nadia Osei and Bo Diaz');
    await expect(page.locator('article header .avatar')).toHaveText(['NO', 'BD']);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Nadia Osei' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nadia Osei');
    await expect(page.getByText('Lives by one.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'social.example/@nadia' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '3 articles' })).toBeVisible();
    await expectAccessible(page);
  });
});

describe.each(widths)('the panel of authors at %i pixels', (width) => {
  const open = (query = '') =>
    signedInPage(site, `/admin?tab=authors${query}`, { width, expectedFailures: ['/api/newsroom/authors'] });

  test('creates, changes and deletes an author', async () => {
    const page = await open();
    await expect(page.getByText('3 articles')).toBeVisible();
    await expectAccessible(page);
    await button(page, 'New author').click();
    await expect(page.getByRole('heading', { name: 'New author' })).toBeFocused();
    await button(page, 'Save author').click();
    await expect(page.getByLabel('Name *')).toHaveAccessibleDescription(/Please enter a name/);
    await expect(page.getByLabel('Name *')).toBeFocused();
    const name = `Efua Mensah ${width}`;
    await page.getByLabel('Name *').fill(name);
    await page.getByLabel('Links').fill('http://plain.example');
    await button(page, 'Save author').click();
    await expect(page.getByLabel('Links')).toHaveAccessibleDescription(/begins with https/);
    await page.getByLabel('Links').fill('https://efua.example');
    await page.getByLabel('Biography').fill(BIO);
    await page.getByLabel('Picture of the author').setInputFiles(photo);
    await expect(toast(page, 'Image uploaded successfully')).toBeVisible();
    await page.getByLabel('Alt text').fill('Efua on a boat');
    await expectAccessible(page);
    await button(page, 'Save author').click();
    await expect(toast(page, 'Author created')).toBeVisible();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    // The form of a new author is not in the history.
    await page.goBack();
    await expect(button(page, 'New author')).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Biography')).toHaveValue(BIO);
    await page.getByLabel('Biography').fill('Unsaved so far');
    await button(page, 'All authors').click();
    await page.getByRole('button', { name }).click();
    await expect(page.getByLabel('Biography')).toHaveValue('Unsaved so far');
    await button(page, 'Save author').click();
    await expect(toast(page, 'Author saved')).toBeVisible();
    await page.getByRole('link', { name: 'View page' }).click();
    const portrait = page.getByRole('img', { name: 'Efua on a boat' });
    await expect(portrait).toBeVisible();
    expect(await portrait.boundingBox()).toMatchObject({ width: 96, height: 96 });
    await expect(page.getByText('Unsaved so far')).toBeVisible();
    await page.goBack();
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Author deleted')).toBeVisible();
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  });

  test('searches, and reports a failed load with a retry', async () => {
    const page = await open();
    await page.getByLabel('Search names').fill('nils');
    await page.getByLabel('Search names').press('Enter');
    await expect(panel(page).getByRole('listitem')).toHaveCount(1);
    await page.getByLabel('Search names').fill('nobody at all');
    await page.getByLabel('Search names').press('Enter');
    await expect(page.getByText('No authors found for “nobody at all”')).toBeVisible();
  });
});

test.each(widths)('names get a profile, and a profile an account, at %i pixels', async (width) => {
  for (const name of ['Free Writer', 'N. Osei'])
    await articles.create({ title: `By ${name} ${width}`, author_name: `${name} ${width}` });
  const account = { name: `Nadine ${width}`, email: `nadine-${width}@news.example`, password: PASSWORD };
  await site.signUp(account);
  await site.grantAdmin(account);
  const page = await signedInPage(site, '/admin?tab=authors', { width });
  await page.getByRole('tab', { name: 'Names without a profile' }).click();
  await expect(page.getByText(`N. Osei ${width}`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await button(page, `Create profile for Free Writer ${width}`).click();
  await expect(toast(page, '1 article linked')).toBeVisible();
  await expect(page.getByText(`Free Writer ${width}`, { exact: true })).toHaveCount(0);
  const heading = page.getByRole('heading', { name: 'Names without a profile' });
  await expect(heading).toBeFocused();
  await button(page, `Link to profile for N. Osei ${width}`).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Profile' }).fill('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox')).toHaveAccessibleDescription(
    'Please choose a profile from the list',
  );
  await dialog.getByRole('combobox').fill('Free');
  await expect(dialog.getByRole('option').first()).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.getByRole('combobox').fill(`Free Writer ${width}`);
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`N. Osei ${width}`, { exact: true })).toHaveCount(0);
  await expect(heading).toBeFocused();
  await page.getByRole('tab', { name: 'Profiles' }).click();
  await page.getByRole('button', { name: `Free Writer ${width}` }).click();
  await page
    .getByRole('combobox', { name: 'Account' })
    .selectOption({ label: `Nadine ${width} · ${account.email}` });
  await button(page, 'Link account').click();
  await expect(page.getByText(`Linked to Nadine ${width}`)).toBeVisible();
  await expectAccessible(page);

  const own = await signedInPage(site, '/admin/account', { width, account, ownSession: true });
  await expect(own.getByRole('heading', { name: 'Author profile' })).toBeVisible();
  await own.getByLabel('Biography').fill('Written by myself.');
  await expectAccessible(own);
  await button(own, 'Save profile').click();
  await expect(toast(own, 'Profile saved')).toBeVisible();
  await own.getByRole('link', { name: `/author/free-writer-${width}` }).click();
  await expect(own.getByText('Written by myself.')).toBeVisible();
  await own.goto(`${site.url}/admin/article-editor/sports`);
  await expect(own.getByLabel('Author')).toHaveValue(`Free Writer ${width}`);
  await expect(own.getByLabel('Author')).toHaveAccessibleDescription('Linked to a profile.');
});

test('a failed load can be retried, and a conflict keeps the typed fields', async () => {
  const page = await signedInPage(site, '/admin', { expectedFailures: [/\/api\/newsroom\/authors/] });
  await openAfterFailedLoad(page, 'authors');
  await page.getByRole('button', { name: 'Shared Person' }).click();
  await page.getByLabel('Biography').fill('Mine');
  const other = await signedInPage(site, '/admin?tab=authors');
  await other.getByRole('button', { name: 'Shared Person' }).click();
  await other.getByLabel('Links').fill('https://theirs.example');
  await button(other, 'Save author').click();
  await expect(toast(other, 'Author saved')).toBeVisible();
  await button(page, 'Save author').click();
  await expect(page.getByText('Someone else changed this profile.')).toBeVisible();
  await expect(page.getByLabel('Biography')).toHaveValue('Mine');
  await expect(page.getByLabel('Links')).toHaveValue('https://theirs.example/');
  await button(page, 'Save author').click();
  await expect(toast(page, 'Author saved')).toBeVisible();
});

async function saveDraft(page: Page): Promise<void> {
  await openContentStep(page);
  await button(page, 'Draft').click();
}

describe('the authors in the editor', () => {
  test('one author is a text field, as before', async () => {
    const page = await signedInPage(site, '/admin/article-editor/sports');
    await expect(page.getByLabel('Author')).toHaveValue('Meridian Editorial Team');
    await page.getByLabel('Author').fill('Grace Hopper');
    await page.getByLabel('Title *').fill('By one author');
    await page.getByLabel('Excerpt *').fill('E');
    await openContentStep(page);
    await contentField(page).fill('Text');
    await button(page, 'Draft').click();
    await expect
      .poll(async () => (await articles.list('sports')).find(({ title }) => title === 'By one author')?.id)
      .toBeTruthy();
    const saved = (await articles.list('sports')).find(({ title }) => title === 'By one author');
    expect(await articles.read(saved?.id ?? '')).toMatchObject({
      author_name: 'Grace Hopper',
      bylines: [{ author: null, name: 'Grace Hopper' }],
    });
  });

  test.each(widths)(
    'several are chosen, entered, ordered and removed with the keyboard at %i pixels',
    async (width) => {
      const article = await articles.create({ author_name: 'Bo Diaz' });
      const page = await signedInPage(site, editorPath(article), { width });
      await expect(page.getByLabel('Author')).toHaveValue('Bo Diaz');
      await button(page, 'Add another author').press('Enter');
      const second = page.getByRole('combobox', { name: 'Author 2' });
      await expect(second).toBeFocused();
      await page.keyboard.type('nadi');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
        'Nadia Osei/author/nadia-osei',
      ]);
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(second).toHaveValue('Nadia Osei');
      await expect(second).toHaveAccessibleDescription('Linked to a profile.');
      await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
      await button(page, 'Move Nadia Osei up').press('Enter');
      await expect(page.getByRole('combobox', { name: 'Author 1' })).toHaveValue('Nadia Osei');
      await expect(page.getByRole('button', { name: 'Move Nadia Osei up' })).toBeFocused();
      await expect(page.getByText('Nadia Osei is now 1 of 2')).toBeAttached();
      await button(page, 'Add another author').press('Enter');
      await page.keyboard.type('Cy');
      await button(page, 'Remove Bo Diaz').press('Enter');
      await expectAccessible(page);
      await saveDraft(page);
      await expect.poll(async () => (await articles.read(article.id)).revision).toBe(2);
      await page.goto(editorPath(article));
      const saved = await articles.read(article.id);
      expect(saved).toMatchObject({ author_name: 'Nadia Osei and Cy' });
      // Typing over a linked name makes it free text.
      await page.getByRole('combobox', { name: 'Author 1' }).fill('Nadia O.');
      await saveDraft(page);
      await expect.poll(async () => (await articles.read(article.id)).revision).toBe(3);
      expect(await articles.read(article.id)).toMatchObject({
        bylines: [
          { author: null, name: 'Nadia O.' },
          { author: null, name: 'Cy' },
        ],
      });
    },
  );
});
