import { afterAll, beforeAll, describe, test } from 'vitest';
import { startEmptySite } from '../newsroom.ts';
import type { RunningServer } from '../server.ts';
import { expect } from './expect.ts';
import { openPage } from './page.ts';
import { SECTIONS } from './screens.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startEmptySite();
});

afterAll(() => server.stop());

describe('a publication without articles', () => {
  test.each(SECTIONS)('$name shows its empty state', async ({ path, name, empty }) => {
    const page = await openPage(path, { site: server.url });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText(empty, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
  });

  test('the listing of all articles has neither hero nor pages', async () => {
    const page = await openPage('/articles', { site: server.url });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Articles');
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Read Full Article/ })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });
});
