import { inject, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, VISITORS } from './page.ts';
import { SECTIONS } from './screens.ts';

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
