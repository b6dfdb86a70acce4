import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, VISITORS } from './page.ts';

const YEARS = ['2020', '2021', '2022', '2023', '2024', '2025'];

describe.each(VISITORS)('about at $width pixels, script: $script', (visitor) => {
  test('shows the mission and the years from 2020 to 2025', async () => {
    const page = await openPage('/about', visitor);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: /mission/i })).toBeVisible();
    for (const year of YEARS) await expect(main.getByText(year, { exact: true })).toBeVisible();
    const entries = await main.getByRole('listitem').allTextContents();
    expect(entries.map((entry) => entry.slice(0, 4))).toEqual(YEARS);
  });

  test('links to the newsletter and to the articles', async () => {
    const page = await openPage('/about', visitor);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /newsletter/i }).click();
    await expect(page).toHaveURL(/\/newsletter$/);
    await page.goto('/about');
    await main.getByRole('link', { name: /articles/i }).click();
    await expect(page).toHaveURL(/\/articles$/);
  });
});
