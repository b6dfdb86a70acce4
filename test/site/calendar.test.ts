import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '#platform/ids.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { type NewsroomApi, newsroomApi } from '../newsroom-api.ts';

interface Month extends Readonly<Record<'month' | 'today', string>> {
  readonly is_complete: boolean;
  readonly entries: readonly Readonly<Record<'slug' | 'event' | 'state' | 'date', string>>[];
}

describe.each(databaseKindsFor(import.meta.filename))('the calendar, on the %s database', (databaseKind) => {
  let app: TestApp;
  let editor: NewsroomApi;
  beforeAll(async () => {
    app = await testApp({
      databaseKind,
      clock: () => new Date('2026-11-01T03:30:00Z'),
      env: { TIME_ZONE: 'America/New_York' },
    });
    editor = await newsroomApi(app, 'editor');
    const scheduled = (scheduledAction: 'publish' | 'unpublish', at: string) => ({
      scheduledAction,
      scheduledAt: new Date(at),
      scheduledJob: uuidv7(),
    });
    const ending = scheduled('unpublish', '2026-11-20T12:00:00Z');
    const article = (slug: string, publishDate: string, more = {}) =>
      makeArticle(app.database, { slug, publishDate: new Date(publishDate), ...more });
    const draft = (slug: string, at: string, more = {}) =>
      makeDraft(app.database, { slug, ...scheduled('publish', at), ...more });
    await article('last-second', '2026-11-01T03:59:59Z');
    await article('first-second', '2026-11-01T04:00:00Z', ending);
    await article('was-public', '2026-11-03T12:00:00Z', { isDraft: true });
    await draft('later', '2026-12-01T04:59:00Z');
    await draft('next-month', '2026-12-01T05:00:00Z');
    await draft('in-trash', '2026-11-05T05:00:00Z', { trashedAt: new Date('2026-11-02T00:00:00Z') });
  });
  afterAll(() => app.close());

  const read = async (query: string, client = editor) => {
    const { status, body } = await client.request<Month>('GET', `/calendar${query}`);
    expect(status).toBe(200);
    return body;
  };
  const short = ({ entries }: Month) =>
    entries.map(({ slug, event, state, date }) => `${date} ${slug} ${event} ${state}`);

  test('has what was published and what is scheduled, by the days of the publication', async () => {
    const november = await read('?month=2026-11');
    expect(short(november)).toEqual([
      '2026-11-01 first-second published published',
      '2026-11-20 first-second unpublish published',
      '2026-11-30 later publish scheduled',
    ]);
    expect(november.is_complete).toBe(true);
    expect(short(await read('?month=2026-12'))).toEqual(['2026-12-01 next-month publish scheduled']);
    expect(short(await read('?month=1000-01'))).toEqual([]);
  });

  test('begins with the present month, where it is still October', async () => {
    const present = await read('');
    expect([present.month, present.today]).toEqual(['2026-10', '2026-10-31']);
    expect(short(present)).toEqual(['2026-10-31 last-second published published']);
  });

  test('contributors see their own articles only', async () => {
    const contributor = await newsroomApi(app, 'contributor');
    expect(short(await read('?month=2026-11', contributor))).toEqual([]);
  });
});
