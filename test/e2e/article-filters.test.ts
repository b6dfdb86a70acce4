import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { enqueueIndexing } from '#domain/articles/search/indexing-job.server.ts';
import { authors } from '#domain/articles/authors/tables.server.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { journeyWidths } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const widths = journeyWidths(1366);

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
  const { database } = site.app;
  await database.db.insert(authors).values({ name: 'Nadia Osei', slug: 'nadia-osei' });
  await makeArticle(database, { title: 'By Nadia', authorName: 'Nadia Osei', tags: ['Water', 'Budget'] });
  await makeDraft(database, {
    title: 'Unfinished',
    tags: ['Water'],
    content: '<p>About pelicans.</p>',
  });
  await makeArticle(database, { title: 'Neither' });
  await database.transaction(enqueueIndexing);
  await site.app.jobs.runDue();
});
afterAll(() => site.close());

const titles = (page: Page) => page.locator('.article-title');

test.each(widths)('at %i pixels, the table is narrowed by text, author and tag', async (width) => {
  const page = await signedInPage(site, '/admin?tab=articles&category=global-politics', { width });
  await expect(titles(page)).toHaveCount(3);
  await page.getByLabel('Search').fill('pelican');
  await expect(titles(page)).toHaveText(['Unfinished']);
  await page.getByLabel('Search').fill('');
  await expect(titles(page)).toHaveCount(3);

  const tag = page.getByLabel('Tag');
  await tag.focus();
  await page.keyboard.type('wat');
  await expect(page.locator('datalist option')).toHaveText(['Water']);
  await page.keyboard.type('er');
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Unfinished', 'By Nadia']);
  await expect(page).toHaveURL(/[?&]tag=water/);
  const author = page.getByLabel('Author');
  await author.fill('Nadia Osei');
  await author.press('Enter');
  await expect(titles(page)).toHaveText(['By Nadia']);
  await expect(page).toHaveURL(/[?&]author=Nadia\+Osei/);
  await page.reload();
  await expect(titles(page)).toHaveText(['By Nadia']);
  await expect(author).toHaveValue('Nadia Osei');
  await page.getByLabel('Status').selectOption('Drafts');
  await expect(page.getByText('No articles match these filters')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(titles(page)).toHaveCount(3);
  await expect(author).toHaveValue('');
  await expect(page).not.toHaveURL(/author|tag=/);
});
