import { afterAll, beforeAll, test } from 'vitest';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { expect } from '../e2e/expect.ts';
import { openPage } from '../e2e/page.ts';
import { newsroomApi } from '../newsroom-api.ts';

let site: ControlledSite;
beforeAll(async () => {
  site = await startControlledSite();
});
afterAll(() => site.close());

test('a reader who opens missing, moved and removed addresses finds the way back', async () => {
  const api = await newsroomApi(site.app, 'editor');
  const article = await api.create({ slug: 'first-address', title: 'A moved title', is_draft: false });
  await api.save(article, { slug: 'second-address' });
  const gone = '/article/second-address';
  const page = await openPage('/about', {
    site: site.url,
    width: 390,
    expectedFailures: ['/nowhere', '/404', '/article/no-such-article', '/article/first-address', gone],
  });
  const heading = page.getByRole('heading', { level: 1 });
  for (const path of ['/nowhere', '/article/no-such-article']) {
    await page.goto(path);
    await expect(heading).toHaveText('Oops! Page not found');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/404');
  }
  await page.goBack();
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/about');
  await page.goForward();
  await page.getByRole('main').getByRole('link', { name: 'Return to Home', exact: true }).tap();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(heading).not.toHaveText('Oops! Page not found');

  await page.goto('/article/first-address');
  await expect(page).toHaveURL(`${site.url}${gone}`);
  await expect(heading).toHaveText('A moved title');
  await page.goto('/articles/sports');
  await expect(page).toHaveURL(`${site.url}/sports`);
  await page.goto('/global-politics');
  await expect(page).toHaveURL(`${site.url}/articles/global-politics`);

  await api.request('DELETE', `/articles/${article.id}`);
  await page.goto('/article/first-address');
  await expect(heading).toHaveText('This page was removed');
  await expect(page.getByText('A moved title')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/article/first-address');
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).tap();
  await page.waitForURL((url) => url.pathname === '/');

  const plain = await openPage('/nowhere', {
    site: site.url,
    script: false,
    expectedNotFound: ['/nowhere'],
  });
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  // Only script can change the address.
  expect(new URL(plain.url()).pathname).toBe('/nowhere');
});
