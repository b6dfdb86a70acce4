import { expect } from '@playwright/test';
import { describe, inject, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { SECTIONS } from './screens.ts';

const VISITORS = WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ width, script })));

/** The text of the section's badge on cards. */
const badgeOf = (name: string): string => (name === 'Technology & Future' ? 'Technology' : name);

describe.each(SECTIONS)('$name', ({ name, path }) => {
  test.each(VISITORS)('at $width pixels, script: $script', async (visitor) => {
    const page = await openPage(path, visitor);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(name));
    await expect(main.locator('header svg')).toBeVisible();
    await expect(main.locator('header p')).toHaveText(/\w+ \w+ \w+/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', inject('siteUrl') + path);
    const badges = await main.getByRole('article').locator('p').first().allTextContents();
    expect(badges.filter((badge) => badge !== badgeOf(name))).toEqual([]);
  });
});
