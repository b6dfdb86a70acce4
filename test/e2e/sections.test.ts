import { expect } from '@playwright/test';
import { inject, test } from 'vitest';
import { openPage } from './page.ts';
import { SECTIONS } from './screens.ts';

/** The pages have no script of their own, so that script and width do not need to be combined. */
const VISITORS = [
  { width: 390, script: true },
  { width: 1366, script: false },
] as const;

/** The text of the section's badge on cards. */
const badgeOf = (name: string): string => (name === 'Technology & Future' ? 'Technology' : name);

test.each(VISITORS)('every section at $width pixels, script: $script', async (visitor) => {
  const page = await openPage('/about', visitor);
  const main = page.getByRole('main');
  for (const { name, path } of SECTIONS) {
    await page.goto(path);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(name));
    await expect(main.locator('header svg')).toBeVisible();
    await expect(main.locator('header p')).toHaveText(/\w+ \w+ \w+/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', inject('siteUrl') + path);
    const badges = await main.getByRole('article').locator('p').first().allTextContents();
    expect(badges.filter((badge) => badge !== badgeOf(name))).toEqual([]);
  }
});
