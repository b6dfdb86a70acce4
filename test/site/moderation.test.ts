import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/durations.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeComment } from '../factories.ts';
import { changeSettings } from '../settings.ts';

interface Moderated {
  readonly id: string;
  readonly status: string;
  readonly status_before: string | null;
  readonly reasons: readonly string[];
  readonly user_email: string;
}

let networks = 0;

const POLL_OPTIONS = { timeout: 30_000, interval: 50 };

describe.each(databaseKindsFor(import.meta.filename))('moderation (%s database)', (databaseKind) => {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeAll(async () => {
    app = await testApp({ databaseKind, env: { TRUST_PROXY: '1' } });
    headers = { ...(await adminHeaders(app)), 'content-type': 'application/json' };
  });
  afterAll(() => app.close());

  const request = (method: string, path: string, body?: object) =>
    app.fetch(`/api/newsroom/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const list = async (state: string) => {
    const response = await (await request('GET', `moderation?state=${state}`)).json();
    return response as { comments: Moderated[]; counts: Record<string, number>; total: number };
  };
  const page = async (slug: string) => (await app.fetch(`/article/${slug}`)).text();
  const say = (slug: string, comment_text: string, given: object = {}) =>
    postJson(
      app,
      `/api/articles/${slug}/comments`,
      { user_email: 'Rosa@Reader.example', comment_text, ...given },
      { 'x-forwarded-for': `198.51.100.${++networks}` },
    );

  test('lists pending comments with their reasons, and publishes one that is approved', async () => {
    await makeArticle(app.database, { slug: 'approved', title: 'Approved piece' });
    await say('approved', 'Best casino <a href=x>', { website: 'filled' });
    expect(await page('approved')).not.toContain('casino');
    const { comments, counts } = await list('held');
    expect(counts['held']).toBe(1);
    expect(comments[0]).toMatchObject({
      article: { slug: 'approved', title: 'Approved piece' },
      user_email: 'rosa@reader.example',
      comment_text: 'Best casino <a href=x>',
      status: 'held',
      reasons: ['honeypot', 'markup'],
      status_before: null,
      decided_at: null,
      decided_by_name: null,
    });
    const { id = '' } = comments[0] ?? {};

    const approved = await request('POST', `comments/${id}/approval`);
    const decision = { status: 'published', status_before: 'held', decided_by_name: expect.any(String) };
    expect(await approved.json()).toMatchObject(decision);
    await expect.poll(() => page('approved'), POLL_OPTIONS).toContain('Best casino &lt;a href=x&gt;');
    expect((await list('held')).counts).toMatchObject({ held: 0, published: 1 });

    const back = await request('DELETE', `comments/${id}/decision`);
    expect(await back.json()).toMatchObject({ status: 'held', status_before: null });
    expect(await page('approved')).not.toContain('casino');
    expect((await request('DELETE', `comments/${id}/decision`)).status).toBe(409);
  });

  test('hides a deleted comment immediately, and restores it', async () => {
    const article = await makeArticle(app.database, { slug: 'deleted' });
    const comment = await makeComment(app.database, article, { commentText: 'Said in anger' });
    expect(await page('deleted')).toContain('Said in anger');
    expect((await request('DELETE', `comments/${comment.id}`)).status).toBe(204);
    expect(await page('deleted')).not.toContain('Said in anger');
    expect((await request('DELETE', `comments/${comment.id}`)).status).toBe(404);
    const deleted = { id: comment.id, status: 'deleted', status_before: 'published' };
    expect((await list('deleted')).comments).toContainEqual(expect.objectContaining(deleted));
    await request('DELETE', `comments/${comment.id}/decision`);
    await expect.poll(() => page('deleted'), POLL_OPTIONS).toContain('Said in anger');
  });

  test('erases deleted comments after the retention period', async () => {
    const article = await makeArticle(app.database);
    const [old, young, shown] = [
      await makeComment(app.database, article),
      await makeComment(app.database, article),
      await makeComment(app.database, article),
    ];
    for (const { id } of [old, young]) await request('DELETE', `comments/${id}`);
    await app.database.transaction((tx) =>
      tx.execute(sql`update comments set decided_at = now() - interval '31 days' where id = ${old.id}`),
    );
    await app.jobs.runDue();
    const rows = await app.database.db.execute<{ id: string }>(
      sql`select id from comments where article_id = ${article.id} order by id`,
    );
    expect(rows.rows.map(({ id }) => id)).toEqual([young.id, shown.id].toSorted());
  });

  test('holds a text that was posted within a day, and publishes one that was posted before', async () => {
    const { id } = await makeArticle(app.database, { slug: 'repeated' });
    const text = 'Words that many people repeat.';
    const states = async () => {
      const query = sql`select status, reasons from comments where article_id = ${id} order by status desc`;
      return (await app.database.db.execute(query)).rows;
    };
    const setAge = (minutes: number) =>
      app.database.db.execute(
        sql`update comments set created_at = now() - make_interval(mins => ${minutes}::int) where article_id = ${id}`,
      );
    await say('repeated', text);
    await setAge(24 * 60 + 1);
    await say('repeated', text, { user_email: 'other@reader.example' });
    const published = { status: 'published', reasons: [] };
    expect(await states()).toEqual([published, published]);
    await setAge(24 * 60 - 1);
    await say('repeated', text, { user_email: 'third@reader.example' });
    expect(await states()).toEqual([published, published, { status: 'held', reasons: ['repetition'] }]);
  });

  test('closes the comments of an article, and reopens them', async () => {
    const article = await makeArticle(app.database, { slug: 'closed' });
    const closed = 'Comments on this article are closed.';
    expect(await page('closed')).not.toContain(closed);
    const path = `articles/${article.id}/commenting`;
    expect(await (await request('GET', path)).json()).toEqual({ open: true });
    expect(await (await request('PUT', path, { open: false })).json()).toEqual({ open: false });
    await expect.poll(() => page('closed'), POLL_OPTIONS).toContain(closed);
    expect(await page('closed')).not.toContain('<textarea');
    const refused = await say('closed', 'Too late');
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ detail: closed });
    await request('PUT', path, { open: true });
    expect((await say('closed', 'In time')).status).toBe(201);
    const unknown = await request('PUT', `articles/${crypto.randomUUID()}/commenting`, { open: false });
    expect(unknown.status).toBe(404);
  });

  test('applies the settings: days, words, links, first comments', async () => {
    await makeArticle(app.database, { slug: 'old', publishDate: new Date(Date.now() - 40 * DAY_MS) });
    await makeArticle(app.database, { slug: 'young', publishDate: new Date(Date.now() - DAY_MS) });
    expect(await page('old')).toContain('<textarea');
    await changeSettings(app, headers, {
      comment_close_after_days: 30,
      comment_pending_words: ['roulette'],
      comment_links_allowed: 0,
      comment_first_pending: true,
    });
    await expect.poll(() => page('old'), POLL_OPTIONS).toContain('Comments on this article are closed.');
    expect((await say('old', 'Too late')).status).toBe(403);
    await say('young', 'Play ROULETTE at example.com', { user_email: 'newcomer@reader.example' });
    expect((await list('held')).comments[0]?.reasons).toEqual(['links', 'words', 'first_comment']);
    await changeSettings(app, headers, {
      comment_close_after_days: null,
      comment_pending_words: [],
      comment_links_allowed: 2,
      comment_first_pending: false,
    });
    expect((await say('old', 'After all')).status).toBe(201);
  });
});
