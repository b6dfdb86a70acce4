import { expect } from '@playwright/test';
import { describe, test } from 'vitest';
import { openPage, SCRIPT, WIDTHS } from './page.ts';

const PAGES = [
  { path: '/podcasts', heading: /Podcast/, text: 'Podcast episodes coming soon...' },
  { path: '/videos', heading: /Videos/, text: 'Video content coming soon...' },
].flatMap((page) => WIDTHS.flatMap((width) => SCRIPT.map((script) => ({ ...page, width, script }))));

describe.each(PAGES)('$path at $width pixels, script: $script', ({ path, heading, text, ...visitor }) => {
  test('says that the section is coming soon', async () => {
    const page = await openPage(path, visitor);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  });
});
