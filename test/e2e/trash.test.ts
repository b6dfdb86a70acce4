import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { AUTOSAVE_PATHS, blockAutosaves, crash, storedInBrowser } from './editor-page.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { journeyWidths } from './page.ts';
import { button } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

const statusOf = async (slug: string) => (await site.app.fetch(`/article/${slug}`)).status;

test.each(widths)(
  'at %i pixels, a deleted article is in the trash, is restored, and is deleted permanently',
  async (width) => {
    const slug = `deleted-at-${width}`;
    const title = `Deleted by accident at ${width}`;
    await makeArticle(site.app.database);
    const article = await makeArticle(site.app.database, { slug, title });
    await makeComment(site.app.database, article);
    const page = await signedInPage(site, '/admin?tab=articles&category=global-politics', { width });
    const actions = page.locator('tr, .article-cards > li').filter({ hasText: title });
    await actions.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(
      'Are you sure you want to delete this article? This action cannot be undone.',
    );
    await expect(dialog).toContainText(
      'moved to the trash with its comments and revisions. You can restore it',
    );
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Article deleted successfully')).toBeVisible();
    await expect(actions).toHaveCount(0);
    expect(await statusOf(slug)).toBe(410);
    await page.getByLabel('Status').selectOption({ label: 'In trash' });
    await expect(actions.getByText('In trash')).toBeVisible();
    await page.goto(`/admin/article-editor/global-politics/${article.id}`);
    await page.getByRole('link', { name: 'Open the trash' }).click();

    const entry = page.getByRole('list', { name: 'Trash' }).getByRole('listitem').filter({ hasText: title });
    await expect(entry).toContainText('was published · 1 comment');
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Restore' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Article restored and published again')).toBeVisible();
    await expect(entry).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused();
    expect(await statusOf(slug)).toBe(200);

    await site.app.database.transaction((tx) =>
      tx.execute(`update articles set is_draft = true, trashed_at = now() where slug = '${slug}'`),
    );
    await page.reload();
    await entry.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(dialog).toContainText('cannot be restored afterwards');
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByText('Article deleted permanently')).toBeVisible();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused();
  },
);

test('unsaved changes of an article that was deleted permanently become a new article', async () => {
  const { database } = site.app;
  const article = await makeArticle(database, { title: 'Deleted while offline', categorySlug: 'sports' });
  const path = `/admin/article-editor/sports/${article.id}`;
  const record = `/api/newsroom/articles/${article.id}`;
  const page = await signedInPage(site, path, { expectedFailures: [record, AUTOSAVE_PATHS] });
  await blockAutosaves(page);
  await page.getByLabel('Title *').fill('Words that only this browser has');
  await expect(storedInBrowser(page)).toBeVisible();
  await database.transaction((tx) => tx.execute(`delete from articles where id = '${article.id}'`));
  const next = await crash(page, path);
  const main = next.getByRole('main');
  await expect(main).toContainText('The article does not exist. It may have been deleted.');
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(next);
  await button(next, 'Continue in a new article').click();
  await button(next, 'Restore').click();
  await expect(next.getByLabel('Title *')).toHaveValue('Words that only this browser has');
  await next.getByLabel('Title *').press('End');
  await next.keyboard.type('.');
  await expect(next.getByText(/^Saved automatically at/)).toBeVisible();
  await expect(next).not.toHaveURL(new RegExp(article.id));
  await expect(next).toHaveURL(/\/admin\/article-editor\/sports\/[0-9a-f-]{36}$/);
  // Without unsaved changes, nothing is offered.
  await next.goto(path);
  await expect(main).toContainText('The article does not exist.');
  await expect(button(next, 'Continue in a new article')).toHaveCount(0);
});
