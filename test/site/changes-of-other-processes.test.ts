import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { type TestApp, testApp } from '../app.ts';
import { openServerTestDatabase } from '../databases.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { createPage, savePage } from '../own-page-api.ts';
import { create } from './redirect-site.ts';

describe('a change in one process reaches the pages of another one', () => {
  let here: TestApp;
  let there: TestApp;
  let newsroom: NewsroomApi;
  beforeAll(async () => {
    const opened = await openServerTestDatabase();
    const other = await openDatabase({ url: opened.url ?? '' });
    here = await testApp({ testDatabase: opened });
    const startedAt = new Date();
    there = await testApp({
      testDatabase: { database: other, url: opened.url, close: () => other.close() },
      dataDir: here.dataDir,
      // Its clock stands still, so that a stored 404 does not end by itself.
      clock: () => startedAt,
    });
    newsroom = await newsroomApi(here);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const statusOf = async (path: string) => (await there.fetch(path)).status;
  const text = async (path: string) => (await there.fetch(path)).text();
  const patience = { timeout: 30_000, interval: 20 };

  test('of an own page', async () => {
    expect(await statusOf('/shared')).toBe(404);
    const page = await createPage(newsroom, 'Shared');
    await expect.poll(() => statusOf('/shared'), patience).toBe(200);
    await savePage(newsroom, page, { slug: 'moved' });
    await expect.poll(() => statusOf('/shared'), patience).toBe(301);
    await expect.poll(() => text('/'), patience).toContain('href="/moved"');
  });

  test('of a redirect, also after a 404', async () => {
    expect(await statusOf('/article/moved')).toBe(404);
    expect((await create(newsroom, '/article/moved', '/about')).status).toBe(201);
    await expect.poll(() => statusOf('/article/moved'), patience).toBe(301);
  });
});
