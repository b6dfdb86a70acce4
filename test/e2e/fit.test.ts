import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { anArticlePath, SCREENS } from './screens.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

describe.each(VISITORS)(
  'at $width pixels, script: $script, nothing has to be scrolled sideways',
  (visitor) => {
    test.each(SCREENS)('$name', async ({ path, heading }) => {
      const page = await openPage(path, visitor);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        visitor.width,
      );
    });

    test('an article', async () => {
      const page = await openPage(await anArticlePath(), visitor);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        visitor.width,
      );
    });

    test('the page that is not there', async () => {
      const page = await openPage('/404', { ...visitor, missing: ['/404'] });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        visitor.width,
      );
    });
  },
);
