import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { newsletterIssues, newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { adminHeaders, makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { makeDraft, makeArticle, makePicture } from '../factories.ts';
import { newsletterRequest, dump, makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import { changeSettings } from '../settings.ts';
import { prepareIssuesSite } from './newsletter-issues-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('issues of the newsletter (%s)', (databaseKind) => {
  const site = prepareIssuesSite(databaseKind);
  const { advanceClock, newsroom, articleAt, daysAgo, createDraft, createApprovedIssue } = site;

  const issues = () => site.app.database.db.select().from(newsletterIssues);
  const titles = (issue: { articles: readonly { title: string }[] }) =>
    issue.articles.map(({ title }) => title);

  it('are drafted once a week, at the hour of the settings, from the articles of the week', async () => {
    await changeSettings(site.app, site.headers, { newsletter_day: 'saturday', newsletter_hour: 6 });
    await articleAt(daysAgo(9), 'Too old');
    await articleAt(daysAgo(1), 'New');
    await articleAt(daysAgo(3), 'Older');
    await makeDraft(site.app.database, { title: 'Not published' });
    await site.app.jobs.runDue();
    expect(await issues()).toEqual([]);
    // Saturday 06:00 in Nairobi is Saturday 03:00 UTC.
    site.now = new Date('2026-05-09T02:55:00Z');
    await site.app.jobs.runDue();
    expect(await issues()).toEqual([]);
    advanceClock(10 * MINUTE_MS);
    await site.app.jobs.runDue();
    const [issue, ...others] = await issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ status: 'draft', subject: 'New', number: null });
    for (let hours = 0; hours < 30; hours++) {
      advanceClock(HOUR_MS);
      await site.app.jobs.runDue();
    }
    expect((await issues()).map(({ id }) => id)).toEqual([issue?.id]);
    site.headers = await adminHeaders(site.app);
    expect(titles((await newsroom(`GET /issues/${issue?.id}`)).body)).toEqual(['New', 'Older']);
    expect(await site.smtp.received()).toEqual([]);
  });

  it('wait while a person has edited one, also without the account of that person', async () => {
    const editor = await makeAccount(site.app, { role: 'admin' });
    const authorization = `Bearer ${(await signIn(site.app, editor)).access_token}`;
    await articleAt(daysAgo(1), 'First week');
    const { body, etag } = await newsroom('POST /issues');
    const edited = { subject: 'Edited', note: '', article_ids: [] };
    await newsroom(`PUT /issues/${body.id}`, edited, { authorization, 'if-match': etag });
    for (const isDeleted of [false, true]) {
      if (isDeleted) await site.app.database.db.delete(user).where(eq(user.id, editor.id));
      advanceClock(7 * DAY_MS);
      await articleAt(daysAgo(1), 'Another week');
      await site.app.jobs.runDue();
      expect(await issues()).toMatchObject([{ id: body.id, subject: 'Edited' }]);
    }
  });

  it('are edited: text, order, articles added and removed; a stale revision is rejected', async () => {
    const { body: issue, etag } = await createDraft();
    expect(titles(issue)).toEqual(['One day old', 'Two days old']);
    const old = await articleAt(daysAgo(20), 'Twenty days old');
    const found = await newsroom(`GET /issues/${issue.id}/candidates`);
    expect(titles(found.body)).toEqual(['Twenty days old']);
    const input = {
      subject: ' What stays ',
      note: 'Dear readers,\n\nthis <b>week</b>.',
      article_ids: [old.id, issue.articles[1]?.id],
    };
    const saved = await newsroom(`PUT /issues/${issue.id}`, input, { 'if-match': etag });
    expect([saved.status, saved.body.subject]).toEqual([200, 'What stays']);
    expect(titles(saved.body)).toEqual(['Twenty days old', 'Two days old']);
    const stale = await newsroom(`PUT /issues/${issue.id}`, input, { 'if-match': etag });
    expect(stale).toMatchObject({ status: 412, body: { current: { subject: 'What stays' } } });
    expect((await newsroom(`PUT /issues/${issue.id}`, input)).status).toBe(428);
    for (const wrong of [
      { ...input, subject: ' ' },
      { ...input, subject: 'two\r\nBcc: everybody@news.example' },
      { ...input, article_ids: [old.id, old.id] },
    ])
      expect((await newsroom(`PUT /issues/${issue.id}`, wrong, { 'if-match': saved.etag })).status).toBe(422);
    const preview = await newsletterRequest(site.app, site.headers, `GET /issues/${issue.id}/preview`);
    const { html } = preview.body as { html: string };
    expect(html).toContain('this &lt;b&gt;week&lt;/b&gt;.');
    expect(html.indexOf('Twenty days old')).toBeLessThan(html.indexOf('Two days old'));
    expect((await newsroom(`DELETE /issues/${issue.id}`)).status).toBe(204);
    expect(await issues()).toEqual([]);
  });

  it('send a test email to an administrator only', async () => {
    const { body: issue } = await createDraft();
    const admin = await makeAccount(site.app, { role: 'admin' });
    const other = await makeAccount(site.app);
    await makeSubscribers(site.app.database, ['reader@news.example', admin.email]);
    for (const email of ['reader@news.example', other.email, ''])
      expect((await newsroom(`POST /issues/${issue.id}/tests`, { email })).status).toBe(422);
    expect((await newsroom(`POST /issues/${issue.id}/tests`, { email: ` ${admin.email}` })).status).toBe(202);
    await site.app.jobs.runDue();
    const [test, ...others] = await site.smtp.received();
    expect(others).toEqual([]);
    expect(test?.envelope.to).toEqual([admin.email]);
    expect(test?.mail.subject).toBe('[Test] One day old');
    const unsubscribe = pathIn(test?.mail.text, '/newsletter/unsubscribe?token=');
    const before = await dump(site.app.database);
    expect((await submitForm(site.app, unsubscribe, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await dump(site.app.database)).toEqual(before);
  });

  it('are sent ten minutes after an approval, and never without one', async () => {
    await makeSubscribers(site.app.database, ['ada@news.example', 'grace@news.example']);
    for (const status of ['pending', 'unsubscribed', 'suspended', 'blocked'] as const)
      await makeSubscribers(site.app.database, [`${status}@news.example`], { status });
    const { body: draft, etag } = await createDraft();
    advanceClock(3 * HOUR_MS);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toEqual([]);
    site.headers = await adminHeaders(site.app);
    const scheduled = await newsroom(`PUT /issues/${draft.id}/approval`, undefined, { 'if-match': etag });
    const sendAt = new Date(site.now.getTime() + 10 * MINUTE_MS).toISOString();
    expect(scheduled.body).toMatchObject({ status: 'approved', send_at: sendAt });
    advanceClock(10 * MINUTE_MS - 1);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toEqual([]);
    advanceClock(1);
    await site.app.jobs.runDue();
    const sent = (await site.smtp.received()).map(({ envelope }) => envelope.to.join()).toSorted();
    expect(sent).toEqual(['ada@news.example', 'grace@news.example']);
    site.headers = await adminHeaders(site.app);
    const { body: issue } = await newsroom(`GET /issues/${draft.id}`);
    const copies = { accepted: 2, queued: 0, skipped: 0 };
    expect(issue).toMatchObject({ status: 'sent', number: 1, copies });
    advanceClock(30 * DAY_MS);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toHaveLength(2);
  });

  it('can be withdrawn while they are scheduled, but not later', async () => {
    await makeSubscribers(site.app.database, ['ada@news.example']);
    const { body: issue } = await createApprovedIssue();
    advanceClock(9 * MINUTE_MS);
    const undone = await newsroom(`DELETE /issues/${issue.id}/approval`);
    expect([undone.status, undone.body.status, undone.body.send_at]).toEqual([200, 'draft', null]);
    advanceClock(30 * MINUTE_MS);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toEqual([]);
    site.headers = await adminHeaders(site.app);
    await newsroom(`PUT /issues/${issue.id}/approval`, undefined, { 'if-match': undone.etag });
    advanceClock(10 * MINUTE_MS);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toHaveLength(1);
    site.headers = await adminHeaders(site.app);
    expect((await newsroom(`DELETE /issues/${issue.id}/approval`)).status).toBe(409);
    expect((await newsroom(`DELETE /issues/${issue.id}`)).status).toBe(409);
  });

  it('are not sent when none of their articles is public any more, and report it', async () => {
    await makeSubscribers(site.app.database, ['ada@news.example']);
    const { body: issue } = await createApprovedIssue();
    await site.app.database.db.execute('update articles set is_draft = true');
    advanceClock(10 * MINUTE_MS);
    await site.app.jobs.runDue();
    expect(await site.smtp.received()).toEqual([]);
    const problem = expect.stringContaining('none of its articles');
    expect(await issues()).toMatchObject([{ id: issue.id, status: 'draft', number: null, problem }]);
  });

  it('are valid emails with text, HTML and unsubscribe links', async () => {
    await makeSubscribers(site.app.database, ['ada@news.example']);
    const picture = (name: string) => ({ slug: name, image: `/media/article-images/${name}.webp` });
    await makeArticle(site.app.database, {
      ...picture('bread-960'),
      title: 'Bread & <salt>',
      excerpt: 'What it costs.',
      imageAlt: 'A loaf',
      publishDate: daysAgo(0.5),
    });
    await makeArticle(site.app.database, { ...picture('salt-300'), imageAlt: '', publishDate: daysAgo(0.6) });
    await makePicture(site.app.database, {
      url: picture('bread-960').image,
      width: 1600,
      widths: [480, 960, 1600],
    });
    await makePicture(site.app.database, { url: picture('salt-300').image, width: 300, widths: [300] });
    await createApprovedIssue();
    advanceClock(10 * MINUTE_MS);
    await site.app.jobs.runDue();
    const [received] = await site.smtp.received();
    const { text = '', html = '', subject, headers: lines = [], messageId } = received?.mail ?? {};
    const header = (name: string) => lines.find(({ key }) => key === name)?.value ?? '';
    expect(subject).toBe('Bread & <salt>');
    const unsubscribe = pathIn(text, '/newsletter/unsubscribe?token=');
    expect(header('list-unsubscribe')).toBe(`<http://127.0.0.1:3000${unsubscribe}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-id')).toBe('<newsletter.127.0.0.1>');
    expect(messageId).toMatch(/^<[\da-f-]{36}@meridian\.example>$/);
    for (const body of [text, html]) {
      expect(body).toContain('What it costs.');
      expect(body).toContain('1 High Street');
      expect(pathIn(body, '/newsletter/issues/1')).toBe('/newsletter/issues/1');
      expect(pathIn(body, '/newsletter/unsubscribe')).toBe(unsubscribe);
    }
    expect(html).toContain('Bread &amp; &lt;salt&gt;');
    expect(html).not.toMatch(/<link|<script|@import|url\(/);
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^http:\/\/127\.0\.0\.1:3000/);
    expect((await site.app.fetch('/newsletter/issues/1')).status).toBe(200);
    await submitForm(site.app, unsubscribe, { 'List-Unsubscribe': 'One-Click' });
    const [left] = await site.app.database.db.select().from(newsletterSubscribers);
    expect(left?.status).toBe('unsubscribed');
  });

  it('can be previewed through the link of a test email, and in the archive later', async () => {
    const { body: issue, etag } = await createDraft();
    const admin = await makeAccount(site.app, { role: 'admin' });
    expect((await newsroom(`POST /issues/${issue.id}/tests`, { email: admin.email })).status).toBe(202);
    await site.app.jobs.runDue();
    const [test] = await site.smtp.received();
    const link = pathIn(test?.mail.text ?? '', '/newsletter/preview?token=');
    expect(pathIn(test?.mail.html ?? '', '/newsletter/preview?token=')).toBe(link);
    expect(test?.mail.text).not.toContain('/newsletter/issues/');
    const view = await site.app.fetch(link);
    const html = await view.text();
    expect([view.status, view.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(view.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).toContain('Two days old');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const preview = (await newsroom(`GET /issues/${issue.id}/preview`)).body as unknown as { html: string };
    expect(pathIn(preview.html, '/newsletter/preview?token=')).toBe(link);
    const unsubscribe = pathIn(test?.mail.text ?? '', '/newsletter/unsubscribe?token=').split('token=')[1];
    for (const token of ['', 'x', link.slice(0, -1), unsubscribe])
      expect((await site.app.fetch(`/newsletter/preview?token=${token}`)).status).toBe(400);
    await newsroom(`PUT /issues/${issue.id}/approval`, undefined, { 'if-match': etag });
    advanceClock(10 * MINUTE_MS);
    await site.app.jobs.runDue();
    const moved = await site.app.fetch(link);
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/newsletter/issues/1']);
  });

  it('appear in the archive once sent, without unpublished articles', async () => {
    expect(await (await site.app.fetch('/newsletter/issues')).text()).toContain('still being written');
    expect((await site.app.fetch('/newsletter/issues/1')).status).toBe(404);
    await createApprovedIssue();
    expect(await (await site.app.fetch('/newsletter/issues')).text()).toContain('still being written');
    advanceClock(10 * MINUTE_MS);
    await site.app.jobs.runDue();
    // The stale page may be served while it is re-rendered.
    const archive = async () => (await site.app.fetch('/newsletter/issues')).text();
    await expect.poll(archive).toContain('href="/newsletter/issues/1"');
    const page = await (await site.app.fetch('/newsletter/issues/1')).text();
    expect(page).toContain('Two days old');
    expect(page).not.toContain('token=');
  });
});
