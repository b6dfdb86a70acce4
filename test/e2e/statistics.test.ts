import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, test } from 'vitest';
import { articleViews } from '#domain/statistics/tables.server.ts';
import { makeArticle } from '../factories.ts';
import { makeSubscribers } from '../newsletter.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { openPage } from './page.ts';
import { signedInPage } from './signed-in-page.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

test('empty statistics say so; views by day, subscribers and other periods are shown and exported', async () => {
  const page = await signedInPage(site, '/admin?tab=statistics', {
    width: 390,
    expectedFailures: [/\/api\/newsroom\/statistics/],
  });
  for (const empty of [
    'No page was opened in this period.',
    'No article was opened in this period.',
    'No reader came from another site',
    'No subscribers in this period.',
  ])
    await expect(page.getByText(empty)).toBeVisible();
  await makeArticle(site.app.database, { slug: 'rain' });
  await makeSubscribers(site.app.database, ['one@news.example', 'two@news.example']);
  for (const path of ['/', '/article/rain', '/article/rain'])
    await fetch(site.url + path, { headers: { 'user-agent': CHROME } });
  await page.getByRole('tab', { name: '7 days' }).click();
  const views = page.getByRole('region', { name: 'Page views' });
  await expect(views.getByRole('img', { name: /^3 page views over 7 days, the most in / })).toBeVisible();
  await views.getByText('Numbers by day').click();
  await expect(views.getByRole('row').nth(1)).toHaveText(/2\s*1\s*0\s*0\s*3$/);
  await expect(page.getByRole('region', { name: 'Newsletter' }).getByText('2 subscribers')).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  const download = page.waitForEvent('download');
  await page
    .getByRole('region', { name: 'Top articles' })
    .getByRole('button', { name: 'Export CSV' })
    .click();
  expect((await download).suggestedFilename()).toBe('articles-7d.csv');
});

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
