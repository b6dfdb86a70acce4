import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { findArticlePath, SCREENS } from './screens.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

describe.each(VISITORS)('at $width pixels, script: $script', (visitor) => {
  test('no page overflows horizontally, and each has one first-level heading', async () => {
    const paths = [
      ...SCREENS.map(({ path }) => path),
      await findArticlePath(),
      '/articles?page=2',
      '/articles/archive',
      '/404',
    ];
    const page = await openPage('/', { ...visitor, expectedNotFound: ['/404'] });
    const widths: Record<string, number> = {};
    for (const path of paths) {
      await page.goto(path);
      const heading = SCREENS.find((screen) => screen.path === path)?.heading ?? /.+/;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      widths[path] = await page.evaluate(() => document.documentElement.scrollWidth);
    }
    const tooWide = Object.entries(widths).filter(([, width]) => width > visitor.width);
    expect(tooWide).toEqual([]);
    expect(Object.keys(widths)).toHaveLength(paths.length);
  });
});
