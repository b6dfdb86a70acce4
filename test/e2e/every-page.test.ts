import { authors } from '#domain/articles/authors/tables.server.ts';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { makeArticle, makeComment } from '../factories.ts';
import { type NewsroomServer, startNewsroom } from '../newsroom.ts';
import { expectNoAxeViolationsInBothSchemes } from './axe.ts';
import { expect } from './expect.ts';
import { horizontalOverflow, resizeTo } from './geometry.ts';
import { openPage, SCRIPT, WIDTHS } from './page.ts';
import { everyPath, SCREENS } from './screens.ts';
import { smallTargets } from './small-targets.ts';

let site: NewsroomServer;
let paths: readonly string[];
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
  const archive = await (await fetch(`${site.url}/articles/archive`)).text();
  paths = [
    ...(await everyPath(site.url)),
    '/article/discussed',
    '/article/discussed?comments=2',
    '/sports?page=2',
    /\/articles\/archive\/\d+\/\d+/.exec(archive)?.[0] ?? '',
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
  ];
});
afterAll(() => site.stop());

const EXPECTED_STATUS: Readonly<Record<string, number>> = {
  '/404': 404,
  '/newsletter/confirm?token=expired': 400,
};

test.each(SCRIPT)(
  'no page overflows at any width, and targets are large enough, script: %s',
  async (script) => {
    const expectedFailures = ['/404', '/newsletter/confirm'];
    const page = await openPage('/', { width: 390, site: site.url, script, expectedFailures });
    const found: Record<string, unknown> = {};
    for (const path of paths) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, EXPECTED_STATUS[path] ?? 200]);
      const heading = SCREENS.find((screen) => screen.path === path)?.heading ?? /.+/;
      for (const width of WIDTHS) {
        await resizeTo(page, width);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const overflow = await horizontalOverflow(page);
        for (const details of await page.locator('details:visible').all())
          await details.evaluate((element: HTMLDetailsElement) => (element.open = true));
        const small = await smallTargets(page);
        if (overflow > 0 || small.length > 0) found[`${path} at ${width}`] = { overflow, small };
      }
    }
    expect(found).toEqual({});
  },
);

// At the width of a laptop, the journey of accessibility audits one page of each kind.
test('every page with sample articles is accessible on a phone, light and dark', async () => {
  const page = await openPage('/', { width: 390, expectedNotFound: ['/404'] });
  for (const path of await everyPath()) {
    await page.goto(path);
    await expectNoAxeViolationsInBothSchemes(page);
  }
});
