import { expect } from '@playwright/test';
import { describe, inject, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

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

test.each(MISSING)('%s answers 404', async (path) => {
  const answer = await fetch(inject('siteUrl') + path, { redirect: 'manual' });
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await answer.text()).toContain('Oops! Page not found');
});

describe.each(VISITORS)('a page that is not there, at $width pixels, script: $script', (visitor) => {
  test.each(['/nowhere', '/article/no-such-article'])('%s says so and leads home', async (path) => {
    const page = await openPage(path, { ...visitor, missing: [path, '/404'] });
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    // Without script nothing can change the address, and the answer stays what it is.
    await expect.poll(() => new URL(page.url()).pathname).toBe(visitor.script ? '/404' : path);
    await page.getByRole('main').getByRole('link', { name: 'Return to Home', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Oops! Page not found');
  });
});

test('the way back leads to the page before, not to the address that was missing', async () => {
  const page = await openPage('/about', { missing: ['/nowhere', '/404'] });
  await page.goto('/nowhere');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/404');
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/about');
});
