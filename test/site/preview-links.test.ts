import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { SHARED_PREVIEW_PATH } from '#domain/articles/preview-links/preview-link.ts';
import { articlePreviewLinks } from '#domain/articles/preview-links/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { type ApiArticle } from '../newsroom-api.ts';
import { onArticle } from './article-requests.ts';
import { BROWSER, TEXT, type Links, preparePreviewLinkSite } from './preview-link-site.ts';

const EDITOR_ID = '11111111-1111-4111-8111-111111111111';

describe.each(databaseKindsFor(import.meta.filename))('preview links, on the %s database', (databaseKind) => {
  const context = preparePreviewLinkSite(databaseKind);
  const { as, create, draft, logged, open, opened, pathOf, share, start, tokens } = context;

  test('a draft is readable without an account, and stored, indexed and counted nowhere', async () => {
    const article = await draft({ title: 'The sealed report' });
    const response = await open(await share(article));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-frame-options': 'DENY',
    });
    expect(response.headers.has('etag')).toBe(false);
    expect(html).toContain(TEXT);
    expect(html).toContain('>The sealed report</h1>');
    expect(html).toContain('Unpublished preview.');
    expect(html).toContain('<time dateTime="2026-03-13T12:00:00.000Z">March 13, 2026 at 12:00 PM UTC</time>');
    expect(html).toMatch(/<meta name="robots" content="noindex[^"]*"/);
    expect(html).not.toMatch(/rel="canonical"|property="og:|application\/ld\+json|#comments|token=/);
    expect((await context.app.fetch(`/article/${article.slug}`)).status).toBe(404);
    // Only the home page counts.
    await context.app.fetch('/', { headers: BROWSER });
    const { body: report } = await context.newsroom.request<{ views: readonly Record<string, unknown>[] }>(
      'GET',
      '/statistics?period=7d',
    );
    expect(report.views.at(-1)).toMatchObject({ article: 0, home: 1, listing: 0, other: 0 });
  });

  test('text that is only saved automatically is shown of a draft that nobody has saved', async () => {
    const autosave = (article: ApiArticle, title: string) =>
      context.newsroom.request(
        'PUT',
        `/articles/${article.id}/autosave`,
        { ...article, title, content: '<p>Unsaved words.</p>', based_on: 1, editor_id: EDITOR_ID },
        { 'if-match': '"1.0"' },
      );
    const saved = await draft();
    expect((await autosave(saved, 'Typing')).status).toBe(200);
    const [, ofSaved] = await opened(await share(saved));
    expect([ofSaved.includes(TEXT), ofSaved.includes('Unsaved words')]).toEqual([true, false]);

    const untitled = await draft({ title: '', excerpt: '', content: '', slug: '' });
    const path = await share(untitled);
    expect((await opened(path))[1]).toContain('>Untitled draft</h1>');
    expect((await autosave(untitled, 'First words')).status).toBe(200);
    const [, ofUntitled] = await opened(path);
    expect(ofUntitled).toContain('>First words</h1>');
    expect(ofUntitled).toContain('Unsaved words');
  });

  test('pending changes are previewed, and a link leads to the article when there are none', async () => {
    const article = await draft();
    const path = await share(article);
    const { body: live } = await context.newsroom.save(article, { is_draft: false, title: 'Live title' });
    const response = await open(path);
    expect([
      response.status,
      response.headers.get('location'),
      response.headers.get('cache-control'),
    ]).toEqual([302, `/article/${article.slug}`, 'no-store']);
    expect(await create(live)).toMatchObject({ status: 409 });

    const change = { ...live, title: 'Pending title' };
    const { body: pending } = await onArticle(context.newsroom, live, 'PUT', 'pending-changes', change);
    const [status, html] = await opened(path);
    expect(status).toBe(200);
    expect(html).toContain('>Pending title</h1>');
    expect(html).toContain('Readers see an earlier version of this article.');
    expect(await (await context.app.fetch(`/article/${article.slug}`)).text()).not.toContain('Pending title');
    expect((await opened(await share(live)))[0]).toBe(200);
    await onArticle(context.newsroom, pending, 'POST', 'pending-changes/publication');
    expect((await open(path)).status).toBe(302);
  });

  test('ends after 72 hours, when it is revoked, and while the article is in the trash', async () => {
    const article = await draft();
    const [first, second] = [await share(article), await share(article)];
    const { body: listed } = await context.newsroom.request<Links>('GET', pathOf(article));
    expect(listed.links).toHaveLength(2);
    expect(listed.links[0]).toMatchObject({
      created_by_name: 'Edda Editor',
      created_at: '2026-03-10T12:00:00.000Z',
      expires_at: '2026-03-13T12:00:00.000Z',
    });
    expect(JSON.stringify(listed)).not.toContain('token');

    const newest = listed.links[0]?.id ?? '';
    const revoked = await context.newsroom.request<Links>('DELETE', `${pathOf(article)}/${newest}`);
    expect([revoked.status, revoked.body.links.length]).toEqual([200, 1]);
    const ended = await open(second);
    expect([ended.status, ended.headers.get('cache-control')]).toEqual([410, 'no-store']);
    expect(await ended.text()).toContain('This preview has ended');
    expect((await context.newsroom.request('DELETE', `${pathOf(article)}/${newest}`)).status).toBe(404);
    expect((await open(first)).status).toBe(200);

    await context.newsroom.request('DELETE', `/articles/${article.id}`);
    const [status, html] = await opened(first);
    expect([status, html.includes(TEXT)]).toEqual([410, false]);
    expect((await create(article)).status).toBe(404);
    await context.newsroom.request('POST', `/articles/${article.id}/restoration`);
    expect((await open(first)).status).toBe(200);

    context.now = new Date(start.getTime() + 72 * HOUR_MS - 1);
    expect((await open(first)).status).toBe(200);
    context.now = new Date(start.getTime() + 72 * HOUR_MS);
    expect((await open(first)).status).toBe(410);
  });

  test('is created by those who may change the article, and seen by nobody else', async () => {
    const own = await draft({}, as('contributor'));
    const path = await share(own, as('contributor'));
    const other = await draft();
    expect((await create(other, as('contributor'))).status).toBe(403);
    expect((await as('contributor').request('GET', pathOf(other))).status).toBe(403);
    const othersPath = await share(other);
    const { body } = await context.newsroom.request<Links>('GET', pathOf(other));
    const id = body.links[0]?.id ?? '';
    expect((await as('contributor').request('DELETE', `${pathOf(other)}/${id}`)).status).toBe(403);
    // A link cannot be revoked below another article either.
    expect((await context.newsroom.request('DELETE', `${pathOf(own)}/${id}`)).status).toBe(404);
    expect((await open(othersPath)).status).toBe(200);

    const { body: live } = await context.newsroom.save(own, { is_draft: false });
    await onArticle(context.newsroom, live, 'PUT', 'pending-changes', live);
    expect((await create(own, as('contributor'))).status).toBe(403);
    expect((await open(path)).status).toBe(200);
    const unknown = { id: crypto.randomUUID() };
    expect((await create(unknown)).status).toBe(404);
  });

  test('an unknown token is not found, whatever it looks like', async () => {
    const path = await share(await draft());
    const answers = new Set<string>();
    const token = path.slice(path.indexOf('=') + 1);
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    const hash = (await context.app.database.db.select().from(articlePreviewLinks)).at(-1)?.tokenHash ?? '';
    for (const wrong of [
      '',
      changed,
      hash,
      token.toUpperCase(),
      `${token}A`,
      '%00',
      '%',
      'x'.repeat(9_000),
    ]) {
      const response = await open(`${SHARED_PREVIEW_PATH}?token=${wrong}`);
      answers.add(`${response.status} ${response.headers.get('cache-control')} ${await response.text()}`);
    }
    expect(answers.size).toBe(1);
    expect([...answers][0]).toMatch(/^404 no-store .*Page not found/s);
    expect((await context.app.fetch(SHARED_PREVIEW_PATH, { method: 'POST' })).status).toBe(405);
  });

  test('the token is in no table, no line of the log and no event; creating and revoking are events', async () => {
    const article = await draft({ title: 'Recorded' });
    await share(article);
    const { body } = await context.newsroom.request<Links>('GET', pathOf(article));
    await context.newsroom.request('DELETE', `${pathOf(article)}/${body.links[0]?.id ?? ''}`);
    const events = await context.app.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.objectId, article.id));
    expect(events.map(({ action, objectName, detail }) => [action, objectName, detail])).toEqual([
      ['article_preview_shared', 'Recorded', 'until 2026-03-13T12:00:00.000Z'],
      ['article_preview_revoked', 'Recorded', 'created 2026-03-10T12:00:00.000Z'],
    ]);
    const rows = JSON.stringify(await context.app.database.db.select().from(articlePreviewLinks));
    const all = JSON.stringify(await context.app.database.db.select().from(auditEvents)) + logged.join('\n');
    expect(logged.some((line) => line.includes(SHARED_PREVIEW_PATH))).toBe(true);
    expect(tokens.length).toBeGreaterThan(10);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect((rows + all).includes(token)).toBe(false);
    }
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test('no answer at its address is stored or sends the token on', async () => {
    const path = await share(await draft());
    const { pathname, search } = new URL(path, PUBLIC_URL);
    const answers = [
      await open(path),
      await open(`${path}x`),
      await open(`${pathname}/${search}`),
      await open(`${pathname}%2f${search}`),
      await context.app.fetch(path, { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.9' } }),
      await context.app.fetch(path, { method: 'HEAD', headers: { 'x-forwarded-for': '203.0.113.9' } }),
    ].map(({ status, headers }) => [status, headers.get('cache-control'), headers.get('referrer-policy')]);
    expect(answers).toEqual(
      [200, 404, 308, 400, 405, 200].map((status) => [status, 'no-store', 'no-referrer']),
    );
  });
});
