import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, test } from 'vitest';
import { articleViews } from '#domain/statistics/tables.server.ts';
import { makeArticle } from '../factories.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

test('a page that the browser loads ahead of time is counted once, when it is shown', async () => {
  const { id } = await makeArticle(site.app.database, { slug: 'ahead', title: 'Loaded ahead' });
  const newsroom = await newsroomApi(site.app, 'editor');
  const views = async (): Promise<number | undefined> => {
    await newsroom.request('GET', '/statistics');
    const found = await site.app.database.db
      .select()
      .from(articleViews)
      .where(eq(articleViews.articleId, id));
    return found[0]?.views;
  };
  const page = await openPage('/articles', { site: site.url, userAgent: CHROME });
  const link = page.getByRole('link', { name: 'Loaded ahead' }).first();
  const rules = page.waitForResponse('**/speculation-rules.json');
  await page.reload();
  await rules;
  await link.hover();
  expect(await views()).toBeUndefined();
  // The browser has loaded the page by now, or does it at this moment: the view is counted once in both cases.
  await link.click();
  await expect(page.getByRole('heading', { name: 'Loaded ahead', level: 1 })).toBeVisible();
  await expect.poll(views).toBe(1);
  await page.reload();
  await expect.poll(views).toBe(2);
});
