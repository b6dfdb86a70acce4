import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { AUTOSAVE_PATHS, blockAutosaves, crash, storedInBrowser } from './editor-page.ts';
import { expect } from './expect.ts';
import { button } from './newsroom-page.ts';
import { signedInPage } from './signed-in-page.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

// The first one, because it expects an empty trash at the end.
test('an article in the trash is found in its section and under its address, and is deleted permanently', async () => {
  const title = 'Deleted by accident';
  const { id } = await makeDraft(site.app.database, { title, trashedAt: new Date() });
  const page = await signedInPage(site, '/admin?tab=articles&category=global-politics');
  await page.getByLabel('Status').selectOption({ label: 'In trash' });
  await expect(page.getByRole('row').filter({ hasText: title }).getByText('In trash')).toBeVisible();
  await page.goto(`/admin/article-editor/global-politics/${id}`);
  await page.getByRole('link', { name: 'Open the trash' }).click();
  await expectAccessible(page);
  await button(page, 'Delete permanently').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('cannot be restored afterwards');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Article deleted permanently')).toBeVisible();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused();
});

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
