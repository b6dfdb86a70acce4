import { describe, inject, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, VISITORS } from './page.ts';

const MISSING = [
  '/404',
  '/nowhere',
  '/nowhere/at/all',
  '/article/no-such-article',
  '/articles/no-such-category',
  '/articles?page=999',
  '/articles?page=nonsense',
  '/%E2%82%AC',
];

test.each(MISSING)('%s responds with 404', async (path) => {
  const response = await fetch(inject('siteUrl') + path, { redirect: 'manual' });
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await response.text()).toContain('Oops! Page not found');
});

describe.each(VISITORS)('a missing page, at $width pixels, script: $script', (visitor) => {
  test.each(['/nowhere', '/article/no-such-article'])(
    '%s shows the not-found page with a link to the home page',
    async (path) => {
      const page = await openPage(path, { ...visitor, expectedNotFound: [path, '/404'] });
      await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
      // Only script can change the URL to /404.
      await expect.poll(() => new URL(page.url()).pathname).toBe(visitor.script ? '/404' : path);
      await page.getByRole('main').getByRole('link', { name: 'Return to Home', exact: true }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Oops! Page not found');
    },
  );
});

test('back leads to the previous page, not to the missing URL', async () => {
  const page = await openPage('/about', { expectedNotFound: ['/nowhere', '/404'] });
  await page.goto('/nowhere');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/404');
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/about');
});
