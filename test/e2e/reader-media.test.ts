import { describe, test } from 'vitest';
import { emulateMedia } from './emulated-media.ts';
import { expect } from './expect.ts';
import { resizeTo } from './geometry.ts';
import { openPage } from './page.ts';
import { findArticlePath } from './screens.ts';

describe('forced colors', () => {
  test('the current entry of the navigation is marked', async () => {
    const page = await openPage('/sports');
    await emulateMedia(page, { forcedColors: 'active' });
    const marks = await page
      .locator('.bar-link')
      .evaluateAll((links) =>
        links
          .filter((link) => getComputedStyle(link, '::after').scale === '1')
          .map((link) => [
            link.textContent,
            getComputedStyle(link, '::after').backgroundColor !==
              getComputedStyle(document.body).backgroundColor,
          ]),
      );
    expect(marks).toEqual([['Content', true]]);
  });
});

describe('printed', () => {
  test('a page shows the publication and its URL, and hides interactive elements', async () => {
    const path = await findArticlePath();
    const page = await openPage(path);
    await emulateMedia(page, { media: 'print' });
    const name = page.locator('.site-name');
    await expect(name).toBeVisible();
    const address = await name.evaluate((link) => getComputedStyle(link, '::after').content);
    expect(address).toBe(`"${new URL(path, page.url()).href}"`);
    for (const hidden of [
      '.bar-menu',
      '.menu-toggle',
      '[aria-label="Search"]',
      '.site-footer',
      '.widget',
      'form',
      '.related',
    ])
      for (const element of await page.locator(hidden).all()) await expect(element).toBeHidden();
    // As wide as a narrow sheet.
    await resizeTo(page, 390);
    await expect(name).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Without comments the section is hidden.
    if ((await page.locator('.comment').count()) === 0) await expect(page.locator('#comments')).toBeHidden();
  });
});
