import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log.server.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the log of requests, on the %s database', (databaseKind) => {
  let app: TestApp;
  let lines: { msg: string; path?: string; status?: number }[] = [];

  beforeAll(async () => {
    const log = createLog('info', (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]));
    app = await testApp({ databaseKind, log });
    await makeArticle(app.database, { slug: 'known' });
  });

  afterAll(() => app.close());

  test.each([
    '/article/unknown',
    '/article/%F0%9F%98%80',
    '/nowhere',
    '/articles?page=9',
    '/api/articles/unknown',
  ])('has one line for the 404 of %s', async (path) => {
    lines = [];
    expect((await app.fetch(path)).status).toBe(404);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ msg: 'request', status: 404, method: 'GET' });
  });

  test('is limited during a flood of unknown addresses', async () => {
    lines = [];
    for (let number = 0; number < 400; number += 1) await app.fetch(`/article/made-up-${number}`);
    expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(0);
    // A slow machine may need several windows of 100 lines.
    expect(lines.length).toBeLessThan(400);
  });
});
