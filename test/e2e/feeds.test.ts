import { test } from 'vitest';
import { expect } from './expect.ts';
import { openPage } from './page.ts';

/* Chromium replaces the style of XML that is not well-formed with an error message. */
test.each(['/feed.xml', '/rss.xml', '/feed.json'])(
  '%s can be read in a browser, and its articles opened',
  async (path) => {
    const page = await openPage(path, { width: 390, script: false });
    const article = page.locator('entry, item').first();
    expect(await page.evaluate(() => innerWidth)).toBe(390);
    await expect(article.locator('title')).toBeVisible();
    await expect(article.locator('content, encoded')).toBeHidden();
    const link = article.locator('a');
    await expect(link).toHaveCSS('display', 'inline-block');
    await link.click();
    await page.waitForURL('**/article/**');
  },
);
