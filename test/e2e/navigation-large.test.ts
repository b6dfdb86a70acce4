import type { Locator, Page } from 'playwright-core';
import { describe, test } from 'vitest';
import { ARTICLES_SECTIONS, CONTENT_SECTIONS } from '../section-names.ts';
import { expect } from './expect.ts';
import { openPage, SCRIPT } from './page.ts';
import { SCREENS } from './screens.ts';

const DROP_DOWNS: readonly [name: string, links: readonly string[]][] = [
  ['Articles', ['All Articles', ...ARTICLES_SECTIONS]],
  ['Content', CONTENT_SECTIONS],
  ['Media', ['Podcast', 'Videos']],
];

const bar = (page: Page): Locator => page.getByRole('banner');
const entries = (page: Page): Locator =>
  bar(page).getByRole('navigation').locator('a:visible, button:visible');
const dropDown = (page: Page, name: string): Locator => bar(page).getByRole('button', { name, exact: true });

describe.each(SCRIPT)('the navigation bar at 1366 pixels, script: %s', (script) => {
  test('has its entries in order', async () => {
    const page = await openPage('/about', { script });
    await expect(entries(page)).toHaveText([
      'Home',
      'Articles',
      'Content',
      'Media',
      'Newsletter',
      'About',
      'Contact',
    ]);
    await expect(bar(page).getByRole('button', { name: 'Menu' })).toBeHidden();
  });

  test.each(DROP_DOWNS)(
    '%s opens below its button, closes on Esc and returns the focus',
    async (name, links) => {
      const page = await openPage('/about', { script });
      const button = dropDown(page, name);
      const first = bar(page).getByRole('link', { name: links[0] ?? '', exact: true });
      await expect(first).toBeHidden();
      await button.click();
      // The innermost list that contains the link.
      const list = bar(page)
        .locator('ul:visible')
        .filter({ has: page.getByRole('link', { name: links[0] ?? '', exact: true }) })
        .last();
      await expect(list.getByRole('link')).toHaveText([...links]);
      const [above, below] = [await button.boundingBox(), await list.boundingBox()];
      expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
      expect(Math.abs((below?.x ?? 0) - (above?.x ?? 0))).toBeLessThan(40);
      await page.keyboard.press('Escape');
      await expect(first).toBeHidden();
      await expect(button).toBeFocused();
    },
  );

  test('one drop-down closes the other, a click outside closes it', async () => {
    const page = await openPage('/about', { script });
    await dropDown(page, 'Articles').click();
    await dropDown(page, 'Content').click();
    await expect(bar(page).getByRole('link', { name: 'All Articles' })).toBeHidden();
    await expect(bar(page).getByRole('link', { name: 'Sports' })).toBeVisible();
    await page.mouse.click(20, 700);
    await expect(bar(page).getByRole('link', { name: 'Sports' })).toBeHidden();
  });

  test('a link opens its page', async () => {
    const page = await openPage('/about', { script });
    await dropDown(page, 'Content').click();
    await bar(page).getByRole('link', { name: 'Technology', exact: true }).click();
    await page.waitForURL('**/technology');
    await expect(bar(page).getByRole('link', { name: 'Opinions' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Technology & Future');
  });

  test('it stays at the top of the viewport', async () => {
    const page = await openPage('/about', { script });
    await page.mouse.wheel(0, 600);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
  });

  test('it is solid on other pages than the home page', async () => {
    const page = await openPage('/about', { script });
    expect(await alphaOf(bar(page))).toBeGreaterThan(0.9);
  });
});

test('the current page is marked on every page', async () => {
  const page = await openPage('/404', { script: false, expectedNotFound: ['/404'] });
  const marked = bar(page).locator('[aria-current="page"]');
  await expect(marked).toHaveCount(0);
  for (const { path, entry } of SCREENS) {
    await page.goto(path);
    // The bar and the menu of small screens both contain the entry.
    await expect(marked).toHaveText(Array.from({ length: await marked.count() }, () => entry ?? ''));
    expect(await marked.count(), path).toBeGreaterThan(0);
  }
});

describe('the navigation bar over the hero', () => {
  test('is transparent until the page has scrolled more than 50 pixels, and again at the top', async () => {
    const page = await openPage('/');
    expect(await alphaOf(bar(page))).toBe(0);
    await page.evaluate(() => scrollTo(0, 50));
    await page.waitForTimeout(150);
    expect(await alphaOf(bar(page))).toBe(0);
    await page.evaluate(() => scrollTo(0, 51));
    await expect.poll(() => alphaOf(bar(page))).toBeGreaterThan(0.9);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => alphaOf(bar(page))).toBe(0);
  });

  test('is solid immediately when the page opens scrolled down', async () => {
    const page = await openPage('/#coverage');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    await expect.poll(() => alphaOf(bar(page))).toBeGreaterThan(0.9);
  });
});

function alphaOf(element: Locator): Promise<number> {
  return element.evaluate((surface) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(surface).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return (canvas.getImageData(0, 0, 1, 1).data[3] ?? 0) / 255;
  });
}
