import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { anArticlePath, SCREENS } from './screens.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

describe.each(VISITORS)('at $width pixels, script: $script', (visitor) => {
  test('no screen has to be scrolled sideways', async () => {
    const paths = [...SCREENS.map(({ path }) => path), await anArticlePath(), '/articles?page=2', '/404'];
    const page = await openPage('/', { ...visitor, missing: ['/404'] });
    const widths: Record<string, number> = {};
    for (const path of paths) {
      await page.goto(path);
      widths[path] = await page.evaluate(() => document.documentElement.scrollWidth);
    }
    const tooWide = Object.entries(widths).filter(([, width]) => width > visitor.width);
    expect(tooWide).toEqual([]);
    expect(Object.keys(widths)).toHaveLength(paths.length);
  });
});

test.each(SCREENS)('$name has one heading of the first level', async ({ path, heading }) => {
  const page = await openPage(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
