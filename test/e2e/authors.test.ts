import { afterAll, beforeAll, test } from 'vitest';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { PASSWORD } from '../accounts.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectAccessible } from './axe.ts';
import { type ArticleApi, openArticleApi } from './editor-page.ts';
import { expect } from './expect.ts';
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
