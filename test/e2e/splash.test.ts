import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, type Visitor } from './page.ts';
import { MOVING, openPaused } from './splash-page.ts';

test('does not pass the click that ends it to the link below it', async () => {
  const page = await openPaused();
  const link = page.getByRole('link', { name: 'EXPLORE', exact: true });
  const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
  await page.evaluate(() => {
    addEventListener('click', () => document.body.setAttribute('data-clicked', ''));
  });
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await expect(page.locator('.splash')).toBeHidden();
  await page.mouse.up();
  expect(await page.locator('body').getAttribute('data-clicked')).toBeNull();
  expect(new URL(page.url()).hash).toBe('');
  await link.click();
  await expect(page.locator('body')).toHaveAttribute('data-clicked');
});

test.each([
  ['with Save-Data', '/', { saveData: true }],
  ['for an address with a fragment', '/#coverage', {}],
  ['without script, which could not end it early', '/', { script: false }],
] satisfies [string, string, Visitor][])('is not shown %s', async (_name, path, visitor) => {
  const page = await openPage(path, { ...MOVING, ...visitor });
  expect(await page.locator('.splash').isVisible()).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
