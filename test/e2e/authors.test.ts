import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { PASSWORD } from '../accounts.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { delayResponses } from './delayed-responses.ts';
import { type ArticleApi, editorPath, openArticleApi, openContentStep } from './editor-page.ts';
import { expect } from './expect.ts';
import { openAfterFailedLoad } from './failed-load.ts';
import { button, toast } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

const FAILING = { expectedFailures: [/\/api\/newsroom\/authors/] };

let site: NewsroomServer;
let articles: ArticleApi;
beforeAll(async () => {
  site = await startNewsroom(async ({ db }) => {
    await db.insert(authors).values([
      { slug: 'nadia-osei', name: 'Nadia Osei' },
      { slug: 'nils-berg', name: 'Nils Berg' },
      { slug: 'shared', name: 'Shared Person' },
    ]);
  });
  articles = await openArticleApi(site);
});
afterAll(() => site.stop());

test('authors are searched, marked where they are invalid, keep unsaved input, and are deleted', async () => {
  const page = await signedInPage(site, '/admin?tab=authors', FAILING);
  const search = page.getByLabel('Search names');
  await search.fill('nils');
  await search.press('Enter');
  await expect(page.getByRole('tabpanel').first().getByRole('listitem')).toHaveCount(1);
  await search.fill('nobody at all');
  await search.press('Enter');
  await expect(page.getByText('No authors found for “nobody at all”')).toBeVisible();
  await search.fill('');
  await search.press('Enter');
  await button(page, 'Nils Berg').click();
  await page.getByLabel('Links').fill('http://plain.example');
  await button(page, 'Save author').click();
  await expect(page.getByLabel('Links')).toHaveAccessibleDescription(/begins with https/);
  await page.getByLabel('Links').fill('https://nils.example');
  await page.getByLabel('Biography').fill('Unsaved so far');
  await button(page, 'All authors').click();
  await button(page, 'Nils Berg').click();
  await expect(page.getByLabel('Biography')).toHaveValue('Unsaved so far');
  await button(page, 'Save author').click();
  await expect(toast(page, 'Author saved')).toBeVisible();
  await page.getByRole('link', { name: 'View page' }).click();
  await expect(page.getByText('Unsaved so far')).toBeVisible();
  await page.goBack();
  await button(page, 'Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Author deleted')).toBeVisible();
  await expect(button(page, 'Nils Berg')).toHaveCount(0);
});

test('names get a profile, and a profile an account', async () => {
  for (const name of ['Free Writer', 'N. Osei']) await articles.create({ author_name: name });
  const account = { name: 'Nadine', email: 'nadine@news.example', password: PASSWORD };
  await site.signUp(account);
  await site.grantAdmin(account);
  const page = await signedInPage(site, '/admin?tab=authors');
  await page.getByRole('tab', { name: 'Names without a profile' }).click();
  await expect(page.getByText('N. Osei', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Create profile for Free Writer').click();
  await expect(toast(page, '1 article linked')).toBeVisible();
  await expect(page.getByText('Free Writer', { exact: true })).toHaveCount(0);
  const heading = page.getByRole('heading', { name: 'Names without a profile' });
  await expect(heading).toBeFocused();
  await button(page, 'Link to profile for N. Osei').press('Enter');
  const dialog = page.getByRole('dialog');
  const profile = dialog.getByRole('combobox', { name: 'Profile' });
  await profile.fill('nobody');
  await page.keyboard.press('Enter');
  await expect(profile).toHaveAccessibleDescription('Please choose a profile from the list');
  await profile.fill('Free');
  await expect(dialog.getByRole('option').first()).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await profile.fill('Free Writer');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText('N. Osei', { exact: true })).toHaveCount(0);
  await expect(heading).toBeFocused();
  await page.getByRole('tab', { name: 'Profiles' }).click();
  await button(page, /Free Writer/).click();
  await page.getByRole('combobox', { name: 'Account' }).selectOption({ label: `Nadine · ${account.email}` });
  await button(page, 'Link account').click();
  await expect(page.getByText('Linked to Nadine')).toBeVisible();
  await expectAccessible(page);

  const own = await signedInPage(site, '/admin/account', { account, ownSession: true });
  await expect(own.getByRole('heading', { name: 'Author profile' })).toBeVisible();
  await own.getByLabel('Biography').fill('Written by myself.');
  await expectAccessible(own);
  await button(own, 'Save profile').click();
  await expect(toast(own, 'Profile saved')).toBeVisible();
  await own.getByRole('link', { name: '/author/free-writer' }).click();
  await expect(own.getByText('Written by myself.')).toBeVisible();
  await own.goto(`${site.url}/admin/article-editor/sports`);
  await expect(own.getByLabel('Author')).toHaveValue('Free Writer');
  await expect(own.getByLabel('Author')).toHaveAccessibleDescription('Linked to a profile.');
});

test('a failed load can be retried, and a conflict keeps the typed fields', async () => {
  const page = await signedInPage(site, '/admin', FAILING);
  await openAfterFailedLoad(page, 'authors');
  await button(page, 'Shared Person').click();
  await page.getByLabel('Biography').fill('Mine');
  const other = await signedInPage(site, '/admin?tab=authors');
  await button(other, 'Shared Person').click();
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

test('words that are typed while an author is created stay unsaved input; a form that is left is not opened again', async () => {
  const page = await signedInPage(site, '/admin?tab=authors&view=new');
  const create = async (name: string) => {
    const creation = await delayResponses(page, 'POST', '**/api/newsroom/authors');
    await page.getByLabel('Name *').fill(name);
    await button(page, 'Save author').click();
    return creation;
  };
  const late = await create('Ama Late');
  await page.getByLabel('Biography').fill('Later words');
  late.release();
  await expect(page.getByRole('heading', { name: 'Ama Late' })).toBeFocused();
  await expect(page.getByLabel('Biography')).toHaveValue('Later words');
  await button(page, 'All authors').click();
  await button(page, 'New author').click();
  await expect(page.getByLabel('Biography')).toHaveValue('');

  const early = await create('Esi Early');
  await button(page, 'All authors').click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  early.release();
  await expect(toast(page, 'Author created')).toBeVisible();
  await expect(button(page, 'Esi Early')).toBeVisible();
  await expect(page).not.toHaveURL(/open=/);
  await button(page, 'New author').click();
  await expect(page.getByLabel('Name *')).toHaveValue('');
});

test('the authors of an article are chosen, ordered and removed with the keyboard; other words unlink a profile', async () => {
  const article = await articles.create({ author_name: 'Bo Diaz' });
  const page = await signedInPage(site, editorPath(article));
  const saveDraft = async (draft: Page, revision: number) => {
    await openContentStep(draft);
    await button(draft, 'Draft').click();
    await expect.poll(async () => (await articles.read(article.id)).revision).toBe(revision);
    return articles.read(article.id);
  };
  await expect(page.getByLabel('Author')).toHaveValue('Bo Diaz');
  await page.getByLabel('Author').fill('Grace Hopper');
  expect(await saveDraft(page, 2)).toMatchObject({
    author_name: 'Grace Hopper',
    bylines: [{ author: null, name: 'Grace Hopper' }],
  });
  await page.goto(editorPath(article));
  await button(page, 'Add another author').press('Enter');
  await page.keyboard.type('nadi');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0);
  await button(page, 'Move Nadia Osei up').press('Enter');
  await expect(page.getByRole('combobox', { name: 'Author 1' })).toHaveValue('Nadia Osei');
  await expect(button(page, 'Move Nadia Osei up')).toBeFocused();
  await button(page, 'Add another author').press('Enter');
  await page.keyboard.type('Cy');
  await button(page, 'Remove Grace Hopper').press('Enter');
  expect(await saveDraft(page, 3)).toMatchObject({ author_name: 'Nadia Osei and Cy' });
  await page.goto(editorPath(article));
  await page.getByRole('combobox', { name: 'Author 1' }).fill('Nadia O.');
  expect(await saveDraft(page, 4)).toMatchObject({
    bylines: [
      { author: null, name: 'Nadia O.' },
      { author: null, name: 'Cy' },
    ],
  });
});
