import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { makeAccount, signIn, type TestAccount } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { makeDraft, makeScheduledArticle } from '../factories.ts';
import { type ApiArticle, type NewsroomApi, newsroomApi } from '../newsroom-api.ts';
import { changeSettings } from '../settings.ts';

const PATH = '/home-page/picks';

interface Picks extends Readonly<Record<'mode' | 'revision', string>> {
  readonly picks: readonly Readonly<Record<'article_id' | 'title' | 'state' | 'expires_at', string>>[];
}
type NewPick = Readonly<Record<string, unknown>>;

describe.each(DATABASE_KINDS)('the latest articles on the home page, on the %s database', (databaseKind) => {
  let app: TestApp;
  let admin: TestAccount;
  let newsroom: NewsroomApi;
  let headers: Record<string, string>;
  let now: Date;
  let number = 0;

  beforeAll(async () => {
    now = new Date();
    app = await testApp({ databaseKind, clock: () => now });
    admin = await makeAccount(app, { role: 'admin' });
  });
  beforeEach(async () => {
    now = new Date();
    newsroom = await newsroomApi(app, 'admin', admin);
    headers = { authorization: `Bearer ${(await signIn(app, admin)).access_token}` };
    await app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    });
    await setMode('off');
  });
  afterAll(() => app.close());

  const setMode = (mode: 'off' | 'automatic' | 'picked') =>
    changeSettings(app, headers, { home_latest: mode });
  const home = async () => (await app.fetch('/')).text();
  /** The titles of the section in their order. */
  const shown = async () => titlesOf(await home());
  const publish = (title: string, fields: NewPick = {}) =>
    newsroom.create({ title, slug: `piece-${(number += 1)}`, is_draft: false, ...fields });
  const get = async ({ id }: ApiArticle) =>
    (await newsroom.request<ApiArticle>('GET', `/articles/${id}`)).body;
  const save = async (article: ApiArticle, change: NewPick) => {
    const saved = await newsroom.save(await get(article), change);
    expect(saved.status).toBe(200);
    return saved.body;
  };
  const readPicks = async () => (await newsroom.request<Picks>('GET', PATH)).body;
  const put = async (picks: readonly NewPick[], revision?: string) => {
    const ifMatch = { 'if-match': `"${revision ?? (await readPicks()).revision}"` };
    return newsroom.request<Picks & { fields?: object; current?: Picks }>('PUT', PATH, { picks }, ifMatch);
  };
  const pick = async (...picked: readonly ApiArticle[]) => {
    const answer = await put(picked.map(({ id }) => ({ article_id: id })));
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const pendingExpiries = () =>
    app.database.db.$count(jobs, sql`kind = 'articles.expire-home-pick' and done_at is null`);

  test('automatic: the newest nine, between hero and sections', async () => {
    for (let index = 1; index <= 10; index += 1) await publish(`Piece ${index}`);
    await changeSettings(app, headers, { home_latest: 'automatic', home_latest_title: 'Now <here>' });
    const page = await home();
    expect(titlesOf(page)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `Piece ${index}`));
    expect(page).toContain('Now &lt;here&gt;</h2>');
    expect(page).toMatch(/id="hero-title".*id="latest-title".*id="coverage-title".*id="newsletter-title"/s);
    expect(sectionOf(page)).not.toMatch(/<script|<template/);
    await changeSettings(app, headers, { home_latest_title: 'Latest' });
  });

  test('follows publishing, renaming, unpublishing and the trash', async () => {
    await setMode('automatic');
    const first = await publish('First');
    await expect.poll(shown).toEqual(['First']);
    const second = await publish('Second', { lang: 'ar' });
    await expect.poll(shown).toEqual(['Second', 'First']);
    expect(await home()).toContain('<h3 lang="ar" dir="rtl">');
    await save(first, { title: 'First, corrected' });
    await expect.poll(shown).toEqual(['Second', 'First, corrected']);
    await save(second, { is_draft: true });
    expect(await shown()).toEqual(['First, corrected']);
    await newsroom.request('DELETE', `/articles/${first.id}`);
    expect(await shown()).toEqual([]);
    await newsroom.request('POST', `/articles/${first.id}/restoration`);
    await expect.poll(shown).toEqual(['First, corrected']);
    await makeDraft(app.database, { title: 'Not for readers' });
    await makeScheduledArticle(app.database, { title: 'Tomorrow' });
    await app.database.transaction((tx) => Promise.resolve(tx.purge(pageTags.list)));
    expect(await shown()).toEqual(['First, corrected']);
  });

  test('a picked article that is taken offline disappears at once, and returns when it is published', async () => {
    const [stays, leaves] = [await publish('Stays'), await publish('Leaves')];
    await setMode('picked');
    await pick(leaves, stays);
    expect(await shown()).toEqual(['Leaves', 'Stays']);
    await save(leaves, { is_draft: true });
    expect(await shown()).toEqual(['Stays']);
    expect((await readPicks()).picks.map(({ state }) => state)).toEqual(['draft', 'published']);
    // It can keep its place.
    await pick(stays, leaves);
    await save(leaves, { is_draft: false });
    await expect.poll(shown).toEqual(['Stays', 'Leaves']);
    await newsroom.request('DELETE', `/articles/${stays.id}`);
    expect(await shown()).toEqual(['Leaves']);
    await newsroom.request('DELETE', `/trash/${stays.id}`);
    expect((await readPicks()).picks.map(({ title }) => title)).toEqual(['Leaves']);
  });

  test('a pick ends at its moment, and only the last expiry counts', async () => {
    const [stays, ends, moved] = [await publish('Stays'), await publish('Ends'), await publish('Moved')];
    await setMode('picked');
    const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
    const end = at(HOUR_MS);
    const list = (movedTo: string | null) => [
      { article_id: ends.id, expires_at: end },
      { article_id: stays.id, expires_at: null },
      { article_id: moved.id, expires_at: movedTo },
    ];
    expect((await put(list(at(MINUTE_MS)))).status).toBe(200);
    expect((await put(list(at(2 * HOUR_MS)))).body.picks[0]).toMatchObject({ expires_at: end });
    expect(await pendingExpiries()).toBe(2);
    const start = now.getTime();
    for (const [ms, titles] of [
      [2 * MINUTE_MS, ['Ends', 'Stays', 'Moved']],
      [HOUR_MS - 1, ['Ends', 'Stays', 'Moved']],
      [HOUR_MS, ['Stays', 'Moved']],
      [2 * HOUR_MS, ['Stays']],
    ] as const) {
      now = new Date(start + ms);
      await app.jobs.runDue();
      expect(await shown()).toEqual(titles);
    }
    expect(await pendingExpiries()).toBe(0);
  });

  test('rejects what cannot be shown, and changes nothing', async () => {
    const kept = await publish('Kept');
    await setMode('picked');
    const { revision } = await pick(kept);
    const draft = await makeDraft(app.database, { title: 'Draft' });
    const [id, past] = [kept.id, new Date(now.getTime() - 1).toISOString()];
    const unknown = '0197a5b0-0000-7000-8000-000000000000';
    for (const [picks, field] of [
      [[{ article_id: draft.id }], 'picks.0.article_id'],
      [[{ article_id: id }, { article_id: unknown }], 'picks.1.article_id'],
      [[{ article_id: id }, { article_id: id }], 'picks.1.article_id'],
      [[{ article_id: id, expires_at: past }], 'picks.0.expires_at'],
    ] as const) {
      const { status, body } = await put(picks);
      expect([field, status, Object.keys(body.fields ?? {})]).toEqual([field, 422, [field]]);
    }
    expect(await readPicks()).toMatchObject({ revision, picks: [{ article_id: id }] });
    expect(await shown()).toEqual(['Kept']);
  });

  test('of two changes at once one is rejected', async () => {
    const { id } = await publish('One');
    const { revision } = await readPicks();
    const answers = await Promise.all([0, 1].map(() => put([{ article_id: id }], revision)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
  });
});

function titlesOf(page: string): string[] {
  return [...sectionOf(page).matchAll(/class="card-link"[^>]*>([^<]*)</g)].map(([, title = '']) => title);
}

function sectionOf(page: string): string {
  return /<section class="container latest"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
}
