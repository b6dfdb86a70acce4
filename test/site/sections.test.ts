import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDefaultSections } from '#domain/categories/create-default-sections.server.ts';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { readSections } from '#domain/categories/queries.server.ts';
import { sectionPaths, sections } from '#domain/categories/tables.server.ts';
import { SECTIONS_TAG } from '#domain/categories/cache-tags.ts';
import { ALL_TAGS } from '#platform/db/changes.server.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { openServerTestDatabase } from '../databases.ts';
import { makeArticle } from '../factories.ts';

/** Changes a stored section, as the commands of the newsroom do. */
async function changeSection(
  database: Database,
  slug: string,
  change: Partial<typeof sections.$inferInsert>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.update(sections).set(change).where(eq(sections.categorySlug, slug));
    if (change.pathSegment !== undefined)
      await tx.insert(sectionPaths).values({ pathSegment: change.pathSegment, categorySlug: slug });
    tx.invalidate(SECTIONS_TAG);
    tx.purge(ALL_TAGS);
  });
}

describe.each(databaseKindsFor(import.meta.filename))('the sections, on the %s database', (databaseKind) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp({ databaseKind });
  });
  afterEach(() => app.close());

  const text = async (path: string) => (await app.fetch(path)).text();
  const redirect = async (path: string) => {
    const { status, headers } = await app.fetch(path);
    return [status, headers.get('location')];
  };

  test('of a new installation are those of the specification', async () => {
    const { all } = await readSections(app.database.db);
    expect(all).toEqual(DEFAULT_SECTIONS);
    await app.database.transaction(async (tx) => {
      await tx.delete(sectionPaths);
      await tx.delete(sections);
      await createDefaultSections(tx);
    });
    expect((await readSections(app.database.db)).all).toEqual(all);
  });

  test('have one path each; the other kind of path redirects to it, with the page', async () => {
    expect(await redirect('/articles/sports')).toEqual([301, '/sports']);
    expect(await redirect('/articles/sports?page=2')).toEqual([301, '/sports?page=2']);
    expect(await redirect('/global-politics')).toEqual([301, '/articles/global-politics']);
    for (const path of ['/nowhere', '/articles/nowhere', '/articles/articles', '/podcasts/sports', '/SPORTS'])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    for (const path of ['/articles/sports?page=0', '/sports?page=0', '/sports?page=2', '/sports?page=999'])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    for (let number = 0; number < 13; number += 1)
      await makeArticle(app.database, { categorySlug: 'sports' });
    expect(await text('/sports?page=2')).toContain('href="/sports" rel="prev"');
    expect((await app.fetch('/sports?page=3')).status).toBe(404);
  });

  test('have the changed names everywhere in the next response', async () => {
    await makeArticle(app.database, { slug: 'match', categorySlug: 'sports' });
    const paths = ['/', '/about', '/sports', '/articles', '/article/match', '/feed.xml', '/admin'];
    for (const path of paths) expect(await text(path)).not.toContain('Contests');
    await changeSection(app.database, 'sports', { name: 'All Contests', shortName: 'Contests' });
    for (const path of paths) expect([path, (await text(path)).includes('Contests')]).toEqual([path, true]);
    expect(await text('/sports')).toContain('<h1 class="text-4xl">All Contests</h1>');
    expect(await text('/article/match')).toContain('"articleSection":"Contests"');
    expect(await (await app.fetch('/api/categories/sports')).json()).toMatchObject({ name: 'Contests' });
  });

  test('redirect every former path to the present one in one step', async () => {
    await changeSection(app.database, 'sports', { pathSegment: 'games' });
    await changeSection(app.database, 'sports', { pathSegment: 'play', isCategory: true });
    for (const path of ['/sports', '/articles/sports', '/games', '/articles/games', '/play'])
      expect([path, ...(await redirect(path))]).toEqual([path, 301, '/articles/play']);
    expect((await app.fetch('/articles/play')).status).toBe(200);
    for (const path of ['/sports/rss.xml', '/articles/games/rss.xml', '/play/rss.xml'])
      expect([path, ...(await redirect(path))]).toEqual([path, 301, '/articles/play/rss.xml']);
    const feed = await text('/articles/play/feed.xml');
    expect(feed).toContain('<id>tag:127.0.0.1,2026:section:sports</id>');
    expect(feed).toContain('/articles/play/feed.xml"');
    expect(await text('/about')).toContain('href="/articles/play"');
    expect(await text('/sitemap-pages.xml')).toContain('/articles/play<');
    expect(await text('/sitemap-pages.xml')).not.toContain('/sports<');
  });

  test('that are hidden are in no menu, on no card and in no list, but can be read', async () => {
    await makeArticle(app.database, { slug: 'match', categorySlug: 'sports', title: 'The match' });
    for (const path of ['/', '/sitemap-pages.xml', '/api/categories']) await app.fetch(path);
    await changeSection(app.database, 'sports', { isVisible: false });
    for (const path of ['/', '/about', '/sitemap-pages.xml', '/api/categories'])
      expect([path, (await text(path)).includes('/sports')]).toEqual([path, false]);
    expect(await text('/sports')).toContain('The match');
    expect(await text('/article/match')).toContain('href="/sports"');
  });

  test('are in their order in the menu and the list of the API', async () => {
    await changeSection(app.database, 'investigations', { position: 0 });
    const html = await text('/about');
    expect(html.indexOf('href="/investigations"')).toBeLessThan(html.indexOf('href="/sports"'));
    const { categories } = (await (await app.fetch('/api/categories')).json()) as {
      categories: { slug: string }[];
    };
    expect(categories.slice(0, 2).map(({ slug }) => slug)).toEqual(['articles', 'investigations']);
  });

  test('are still answered while the database fails', async () => {
    await app.database.close();
    expect((await app.fetch('/culture')).status).toBe(503);
    expect((await app.fetch('/nowhere')).status).toBe(404);
  });
});

test('a changed section reaches another process within a second', async () => {
  const opened = await openServerTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'meridian-sections-'));
  const other = await openDatabase({ url: opened.url ?? '' });
  const second = { database: other, url: opened.url, close: () => other.close() };
  const here = await testApp({ testDatabase: opened, dataDir });
  const startedAt = new Date();
  // Its clock stands still, so that a stored 404 does not end by itself.
  const there = await testApp({ testDatabase: second, dataDir, clock: () => startedAt });
  try {
    const answer = async (path: string) => {
      const response = await there.fetch(path);
      return `${response.status} ${(await response.text()).includes('Contests')}`;
    };
    expect(await answer('/about')).toBe('200 false');
    expect(await answer('/contests')).toBe('404 false');
    await changeSection(here.database, 'sports', { shortName: 'Contests', pathSegment: 'contests' });
    await expect.poll(() => answer('/about'), { timeout: 30_000, interval: 20 }).toBe('200 true');
    await expect.poll(() => answer('/contests'), { timeout: 30_000, interval: 20 }).toBe('200 true');
  } finally {
    await there.close();
    await here.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
