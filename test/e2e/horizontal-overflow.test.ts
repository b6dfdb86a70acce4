import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { horizontalOverflow, resizeTo } from './geometry.ts';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { everyPath, SCREENS } from './screens.ts';

describe.each(SCRIPT)('at every width, script: %s', (script) => {
  test('no page overflows horizontally, and each has one first-level heading', async () => {
    const paths = await everyPath();
    const page = await openPage('/', { width: 390, script, expectedNotFound: ['/404'] });
    const overflows: Record<string, number> = {};
    for (const path of paths) {
      await page.goto(path);
      const heading = SCREENS.find((screen) => screen.path === path)?.heading ?? /.+/;
      for (const width of WIDTHS) {
        await resizeTo(page, width);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        overflows[`${path} at ${width}`] = await horizontalOverflow(page);
      }
    }
    expect(Object.entries(overflows).filter(([, overflow]) => overflow > 0)).toEqual([]);
    expect(Object.keys(overflows)).toHaveLength(paths.length * WIDTHS.length);
  });
});
