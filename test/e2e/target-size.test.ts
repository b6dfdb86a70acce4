import { authors } from '#domain/articles/authors/tables.server.ts';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { resizeTo } from './geometry.ts';
import { openPage, WIDTHS } from './page.ts';
import { SCREENS } from './screens.ts';
import { smallTargets } from './small-targets.ts';

let site: NewsroomServer;
beforeAll(async () => {
  site = await startNewsroom(async (database) => {
    const { db } = database;
    const [author] = await db.insert(authors).values({ slug: 'nadia-osei', name: 'Nadia Osei' }).returning();
    const article = await makeArticle(database, {
      slug: 'discussed',
      title: 'Discussed at the harbour',
      categorySlug: 'sports',
      tags: ['Harbour'],
      bylines: [{ author: author?.id ?? null, name: 'Nadia Osei' }],
    });
    const ethics = { slug: 'ethics', title: 'Ethics', excerpt: 'E', content: '<p>Text</p>', isDraft: false };
    const [ownPage] = await db.insert(ownPages).values(ethics).returning();
    await db.insert(ownPageSlugs).values({ slug: ethics.slug, pageId: ownPage?.id ?? null });
    const at = new Date();
    const sent = { status: 'sent' as const, sendAt: at, startedAt: at, sentAt: at };
    await db
      .insert(newsletterIssues)
      .values({ ...sent, number: 1, subject: 'An issue', html: '<p>An issue</p>', text: 'An issue' });
    for (let number = 0; number < 55; number++) await makeComment(database, article);
    for (let number = 0; number < 30; number++) await makeArticle(database, { categorySlug: 'sports' });
  });
});
afterAll(() => site.stop());

const EXPECTED_STATUS: Readonly<Record<string, number>> = {
  '/404': 404,
  '/newsletter/confirm?token=expired': 400,
};

describe('targets are large enough', () => {
  test('on every page', async () => {
    const page = await openPage('/', {
      width: 390,
      site: site.url,
      expectedFailures: ['/404', '/newsletter/confirm'],
    });
    const archive = await (await fetch(`${site.url}/articles/archive`)).text();
    const month = /\/articles\/archive\/\d+\/\d+/.exec(archive)?.[0] ?? '';
    const paths = [
      ...SCREENS.map(({ path }) => path),
      '/article/discussed',
      '/article/discussed?comments=2',
      '/sports?page=2',
      '/articles/archive',
      month,
      '/newsletter/subscribed',
      '/newsletter/issues',
      '/newsletter/issues/1',
      '/newsletter/confirm?token=expired',
      '/search?q=harbour',
      '/tag/harbour',
      '/author/nadia-osei',
      '/ethics',
      '/contact/sent',
      '/your-data',
      '/404',
    ];
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, EXPECTED_STATUS[path] ?? 200]);
      for (const width of WIDTHS) {
        await resizeTo(page, width);
        for (const details of await page.locator('details:visible').all())
          await details.evaluate((element: HTMLDetailsElement) => (element.open = true));
        const small = await smallTargets(page);
        if (small.length > 0) found[`${path} at ${width}`] = small;
      }
    }
    expect(found).toEqual({});
  });

  test.each(WIDTHS)('in the menus and the clock panel, %i pixels', async (width) => {
    const page = await openPage('/about', { width, site: site.url });
    await page.getByRole('button', { name: /time, date and weather/i }).click();
    if (width === 390) {
      await page.getByRole('banner').getByRole('button', { name: /menu/i }).tap();
      await page.locator('summary:visible').first().waitFor();
      for (const summary of await page.locator('summary:visible').all()) await summary.tap();
    } else await page.getByRole('banner').getByRole('button', { name: 'Content', exact: true }).click();
    expect(await smallTargets(page)).toEqual([]);
  });
});
