import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PREVIEW_LINK_LIMIT } from '#domain/articles/preview-links/preview-link.ts';
import { articlePreviewLinks } from '#domain/articles/preview-links/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { type Links, preparePreviewLinkSite } from './preview-link-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('limits of preview links (%s)', (databaseKind) => {
  const context = preparePreviewLinkSite(databaseKind);
  const { create, draft, open, pathOf, share, start } = context;

  test('one network can open a limited number', async () => {
    const path = await share(await draft());
    const statuses: number[] = [];
    // The minute is measured with a clock that stands still here: a busy machine needs longer for so many requests.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let number = 0; number < 91; number++)
      statuses.push((await open(`${path}x`, '198.51.100.7')).status);
    expect([statuses.lastIndexOf(404), statuses.indexOf(429)]).toEqual([89, 90]);
    const refused = await open(path, '198.51.100.7');
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await open(path)).status).toBe(200);
  });

  test('an article has a limited number of links that work, and a person creates a limited number', async () => {
    const newsroom = await newsroomApi(context.app, 'admin');
    const article = await draft();
    for (let number = 0; number < PREVIEW_LINK_LIMIT; number++) await share(article, newsroom);
    expect(await create(article, newsroom)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body } = await newsroom.request<Links>('GET', pathOf(article));
    await newsroom.request('DELETE', `${pathOf(article)}/${body.links[3]?.id ?? ''}`);
    await share(article, newsroom);
    const other = await draft();
    const statuses = [];
    for (let number = 0; number < 19; number++) statuses.push((await create(other, newsroom)).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.filter((status) => status === 201)).toHaveLength(PREVIEW_LINK_LIMIT);
  });

  test('a link that has ended is deleted after 30 days, and is unknown then', async () => {
    const path = await share(await draft());
    const kept = await share(await draft());
    const count = () => context.app.database.db.$count(articlePreviewLinks);
    const before = await count();
    expect(before).toBeGreaterThan(1);
    context.now = new Date(start.getTime() + (72 + 30 * 24) * HOUR_MS);
    await context.app.jobs.runDue();
    expect(await count()).toBe(before);
    expect((await open(path)).status).toBe(410);
    context.now = new Date(context.now.getTime() + 25 * HOUR_MS);
    await context.app.jobs.runDue();
    expect(await count()).toBe(0);
    expect([(await open(path)).status, (await open(kept)).status]).toEqual([404, 404]);
  });
});
