import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { resizeTo } from './geometry.ts';
import { openPage, WIDTHS } from './page.ts';
import { SCREENS } from './screens.ts';

/**
 * WCAG 2.2, 2.5.8: 24 by 24 CSS pixels. Stricter than the axe rule, which accepts small targets with enough spacing.
 * Links inside a sentence are exempt, as in 2.5.8.
 */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll('a[href], button, summary, input, textarea, select');
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('.honeypot') === null;
    /** The line height constrains a target in a sentence. */
    const isInSentence = (element: Element) => {
      const parent = element.parentElement;
      if (getComputedStyle(element).display !== 'inline' || parent === null) return false;
      return (parent.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    };
    return Array.from(all)
      .filter((element) => isShown(element) && !isInSentence(element))
      .flatMap((element) => {
        // A link that covers its whole card uses a pseudo-element.
        const over = getComputedStyle(element, '::after');
        if (over.position === 'absolute' && over.inset === '0px' && over.content !== 'none') return [];
        const { width, height } = element.getBoundingClientRect();
        if (width >= 24 && height >= 24) return [];
        const label = element.textContent?.trim() || element.getAttribute('aria-label') || element.outerHTML;
        return [`${element.localName} "${label.slice(0, 40)}" ${width.toFixed(1)} x ${height.toFixed(1)}`];
      });
  });
}

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const article = await makeArticle(database, { slug: 'discussed', categorySlug: 'sports' });
    for (let number = 0; number < 55; number++) await makeComment(database, article);
    for (let number = 0; number < 30; number++) await makeArticle(database, { categorySlug: 'sports' });
  });
});
afterAll(() => site.stop());

describe('targets are large enough', () => {
  test('on every page', { timeout: 120_000 }, async () => {
    const page = await openPage('/', { width: 390, site: site.url, expectedNotFound: ['/404'] });
    const archive = await (await fetch(`${site.url}/articles/archive`)).text();
    const month = /\/articles\/archive\/\d+\/\d+/.exec(archive)?.[0] ?? '';
    const paths = [
      ...SCREENS.map(({ path }) => path),
      '/article/discussed',
      '/article/discussed?comments=2',
      '/sports?page=2',
      '/articles/archive',
      month,
      '/newsletter/subscribed',
      '/newsletter/issues',
      '/contact/sent',
      '/your-data',
      '/404',
    ];
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(path);
      for (const width of WIDTHS) {
        await resizeTo(page, width);
        for (const details of await page.locator('details:visible').all())
          await details.evaluate((element: HTMLDetailsElement) => (element.open = true));
        const small = await smallTargets(page);
        if (small.length > 0) found[`${path} at ${width}`] = small;
      }
    }
    expect(found).toEqual({});
  });

  test.each(WIDTHS)('in the menus and the clock panel, %i pixels', async (width) => {
    const page = await openPage('/about', { width, site: site.url });
    await page.getByRole('button', { name: /time, date and weather/i }).click();
    if (width === 390) {
      await page.getByRole('banner').getByRole('button', { name: /menu/i }).tap();
      for (const summary of await page.locator('summary:visible').all()) await summary.tap();
    } else await page.getByRole('banner').getByRole('button', { name: 'Content', exact: true }).click();
    expect(await smallTargets(page)).toEqual([]);
  });
});
