import { describe, test } from 'vitest';
import { expect } from './expect.ts';
import { openPage, VISITORS } from './page.ts';

const PAGES = [
  { path: '/podcasts', heading: /Podcast/, text: 'Podcast episodes coming soon...' },
  { path: '/videos', heading: /Videos/, text: 'Video content coming soon...' },
].flatMap((page) => VISITORS.map((visitor) => ({ ...page, ...visitor })));

describe.each(PAGES)('$path at $width pixels, script: $script', ({ path, heading, text, ...visitor }) => {
  test('says that the section is coming soon', async () => {
    const page = await openPage(path, visitor);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  });
});
