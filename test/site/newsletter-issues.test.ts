import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { images } from '#domain/images/tables.server.ts';
import { newsletterIssues, newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { adminHeaders, makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle, makeDraft } from '../factories.ts';
import { newsletterRequest, issueRequest, dump, makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import { changeSettings } from '../settings.ts';
import { startSmtp, type SmtpTestServer } from '../smtp.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe.each(DATABASE_KINDS)('issues of the newsletter, on the %s database', (databaseKind) => {
  let app: TestApp;
  let smtp: SmtpTestServer;
  let now: Date;
  let headers: Record<string, string>;

  beforeEach(async () => {
    // A Friday, 11:00 in Nairobi.
    now = new Date('2026-05-08T08:00:00Z');
    smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, TIME_ZONE: 'Africa/Nairobi', SITE_ADDRESS: '1 High Street; Ur' };
    app = await testApp({ databaseKind, env, clock: () => now });
    headers = await adminHeaders(app);
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await smtp.close();
  });

  const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms));
  const newsroom = (path: string, body?: unknown, more = {}) =>
    issueRequest(app, { ...headers, ...more }, path, body);
  const articleAt = (date: Date, title: string) => makeArticle(app.database, { title, publishDate: date });
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const issues = () => app.database.db.select().from(newsletterIssues);
  const titles = (issue: { articles: readonly { title: string }[] }) =>
    issue.articles.map(({ title }) => title);

  async function createDraft() {
    await articleAt(daysAgo(2), 'Two days old');
    await articleAt(daysAgo(1), 'One day old');
    return newsroom('POST /issues');
  }
  async function createApprovedIssue() {
    const { body, etag } = await createDraft();
    const response = await newsroom(`PUT /issues/${body.id}/approval`, undefined, { 'if-match': etag });
    expect([response.status, response.body.status]).toEqual([200, 'approved']);
    return response;
  }

  it('are drafted once a week, at the hour of the settings, from the articles of the week', async () => {
    await changeSettings(app, headers, { newsletter_day: 'saturday', newsletter_hour: 6 });
    await articleAt(daysAgo(9), 'Too old');
    await articleAt(daysAgo(1), 'New');
    await articleAt(daysAgo(3), 'Older');
    await makeDraft(app.database, { title: 'Not published' });
    await app.jobs.runDue();
    expect(await issues()).toEqual([]);
    // Saturday 06:00 in Nairobi is Saturday 03:00 UTC.
    now = new Date('2026-05-09T02:55:00Z');
    await app.jobs.runDue();
    expect(await issues()).toEqual([]);
    advanceClock(10 * MINUTE_MS);
    await app.jobs.runDue();
    const [issue, ...others] = await issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ status: 'draft', subject: 'New', number: null });
    for (let hours = 0; hours < 30; hours++) {
      advanceClock(HOUR_MS);
      await app.jobs.runDue();
    }
    expect((await issues()).map(({ id }) => id)).toEqual([issue?.id]);
    headers = await adminHeaders(app);
    expect(titles((await newsroom(`GET /issues/${issue?.id}`)).body)).toEqual(['New', 'Older']);
    expect(await smtp.received()).toEqual([]);
  });

  it('are not drafted in a week without articles', async () => {
    await articleAt(daysAgo(8), 'Too old');
    await app.jobs.runDue();
    expect(await issues()).toEqual([]);
    expect((await newsroom('POST /issues')).status).toBe(422);
  });

  it('replace an unedited draft of last week, and wait while there is an edited one', async () => {
    await articleAt(daysAgo(1), 'First week');
    await app.jobs.runDue();
    advanceClock(7 * DAY_MS);
    await articleAt(daysAgo(1), 'Second week');
    await app.jobs.runDue();
    const [second, ...others] = await issues();
    expect([second?.subject, others]).toEqual(['Second week', []]);
    const { id: updatedBy } = await makeAccount(app, { role: 'admin' });
    await app.database.db.update(newsletterIssues).set({ updatedBy });
    advanceClock(7 * DAY_MS);
    await articleAt(daysAgo(1), 'Third week');
    await app.jobs.runDue();
    expect((await issues()).map(({ id }) => id)).toEqual([second?.id]);
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
    expect([saved.status, saved.body.subject, titles(saved.body)]).toEqual([
      200,
      'What stays',
      ['Twenty days old', 'Two days old'],
    ]);
    const stale = await newsroom(`PUT /issues/${issue.id}`, input, { 'if-match': etag });
    expect(stale).toMatchObject({ status: 412, body: { current: { subject: 'What stays' } } });
    expect((await newsroom(`PUT /issues/${issue.id}`, input)).status).toBe(428);
    for (const wrong of [
      { ...input, subject: ' ' },
      { ...input, subject: 'two\r\nBcc: everybody@news.example' },
      { ...input, article_ids: [old.id, old.id] },
      { ...input, article_ids: ['018f0000-0000-7000-8000-000000000000'] },
      { ...input, article_ids: [(await makeDraft(app.database)).id] },
    ])
      expect((await newsroom(`PUT /issues/${issue.id}`, wrong, { 'if-match': saved.etag })).status).toBe(422);
    const preview = await newsletterRequest(app, headers, `GET /issues/${issue.id}/preview`);
    const { html } = preview.body as { html: string };
    expect(html).toContain('this &lt;b&gt;week&lt;/b&gt;.');
    expect(html.indexOf('Twenty days old')).toBeLessThan(html.indexOf('Two days old'));
    expect((await newsroom(`DELETE /issues/${issue.id}`)).status).toBe(204);
    expect(await issues()).toEqual([]);
  });

  it('send a test email to an administrator only', async () => {
    const { body: issue } = await createDraft();
    const admin = await makeAccount(app, { role: 'admin' });
    const other = await makeAccount(app);
    await makeSubscribers(app.database, ['reader@news.example', admin.email]);
    for (const email of ['reader@news.example', other.email, ''])
      expect((await newsroom(`POST /issues/${issue.id}/tests`, { email })).status).toBe(422);
    expect((await newsroom(`POST /issues/${issue.id}/tests`, { email: ` ${admin.email}` })).status).toBe(202);
    await app.jobs.runDue();
    const [test, ...others] = await smtp.received();
    expect(others).toEqual([]);
    expect(test?.envelope.to).toEqual([admin.email]);
    expect(test?.mail.subject).toBe('[Test] One day old');
    const unsubscribe = pathIn(test?.mail.text, '/newsletter/unsubscribe?token=');
    const before = await dump(app.database);
    expect((await submitForm(app, unsubscribe, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    expect(await dump(app.database)).toEqual(before);
  });

  it('are sent ten minutes after an approval, and never without one', async () => {
    await makeSubscribers(app.database, ['ada@news.example', 'grace@news.example']);
    for (const status of ['pending', 'unsubscribed', 'suspended', 'blocked'] as const)
      await makeSubscribers(app.database, [`${status}@news.example`], { status });
    const { body: draft } = await createDraft();
    advanceClock(3 * HOUR_MS);
    await app.jobs.runDue();
    expect(await smtp.received()).toEqual([]);
    headers = await adminHeaders(app);
    const scheduled = await newsroom(`PUT /issues/${draft.id}/approval`, undefined, { 'if-match': '"1"' });
    expect(scheduled.body).toMatchObject({
      status: 'approved',
      send_at: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
    });
    advanceClock(10 * MINUTE_MS - 1);
    await app.jobs.runDue();
    expect(await smtp.received()).toEqual([]);
    advanceClock(1);
    await app.jobs.runDue();
    const sent = (await smtp.received()).map(({ envelope }) => envelope.to.join()).toSorted();
    expect(sent).toEqual(['ada@news.example', 'grace@news.example']);
    headers = await adminHeaders(app);
    const { body: issue } = await newsroom(`GET /issues/${draft.id}`);
    expect(issue).toMatchObject({
      status: 'sent',
      number: 1,
      copies: { accepted: 2, queued: 0, skipped: 0 },
    });
    advanceClock(30 * DAY_MS);
    await app.jobs.runDue();
    expect(await smtp.received()).toHaveLength(2);
  });

  it('can be withdrawn while they are scheduled, but not later', async () => {
    await makeSubscribers(app.database, ['ada@news.example']);
    const { body: issue } = await createApprovedIssue();
    advanceClock(9 * MINUTE_MS);
    const undone = await newsroom(`DELETE /issues/${issue.id}/approval`);
    expect([undone.status, undone.body.status, undone.body.send_at]).toEqual([200, 'draft', null]);
    advanceClock(30 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await smtp.received()).toEqual([]);
    headers = await adminHeaders(app);
    await newsroom(`PUT /issues/${issue.id}/approval`, undefined, { 'if-match': undone.etag });
    advanceClock(10 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await smtp.received()).toHaveLength(1);
    headers = await adminHeaders(app);
    expect((await newsroom(`DELETE /issues/${issue.id}/approval`)).status).toBe(409);
    expect((await newsroom(`DELETE /issues/${issue.id}`)).status).toBe(409);
  });

  it('are valid emails with text, HTML and unsubscribe links', async () => {
    await makeSubscribers(app.database, ['ada@news.example']);
    await makeArticle(app.database, {
      title: 'Bread & <salt>',
      excerpt: 'What it costs.',
      image: '/media/article-images/bread-960.webp',
      imageAlt: 'A loaf',
      publishDate: daysAgo(0.5),
    });
    await makeArticle(app.database, {
      title: 'Salt',
      slug: 'salt',
      image: '/media/article-images/salt-960.webp',
      imageAlt: '',
      publishDate: daysAgo(0.6),
    });
    await app.database.db.insert(images).values(
      ['bread', 'salt'].map((name) => ({
        url: `/media/article-images/${name}-960.webp`,
        width: 1600,
        height: 900,
        widths: [480, 960, 1600],
      })),
    );
    await createApprovedIssue();
    advanceClock(10 * MINUTE_MS);
    await app.jobs.runDue();
    const [received] = await smtp.received();
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
    expect(html).toContain('prefers-color-scheme: dark');
    // One JPEG for each article with a picture, the same for all recipients; nothing else is loaded.
    const fetched = Array.from(html.matchAll(/\b(?:src|background)="([^"]*)"/g), ([, url]) => url);
    expect(fetched).toEqual(
      ['bread', 'salt'].map((name) => `http://127.0.0.1:3000/media/article-images/${name}-1600.jpg`),
    );
    expect(html).toContain('alt="A loaf"');
    expect(html.match(/>Read the article<\/a>/g)).toHaveLength(4);
    expect(html).toContain('href="http://127.0.0.1:3000/article/salt"');
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
    expect(html).not.toMatch(/<link|<script|@import|url\(/);
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^http:\/\/127\.0\.0\.1:3000/);
    const view = await app.fetch('/newsletter/issues/1');
    expect(view.status).toBe(200);
    await submitForm(app, unsubscribe, { 'List-Unsubscribe': 'One-Click' });
    const [left] = await app.database.db.select().from(newsletterSubscribers);
    expect(left?.status).toBe('unsubscribed');
  });

  it('do not repeat the subject of the last issue', async () => {
    const send = async () => {
      const { body, etag } = await newsroom('POST /issues');
      await newsroom(`PUT /issues/${body.id}/approval`, undefined, { 'if-match': etag });
      advanceClock(10 * MINUTE_MS);
      await app.jobs.runDue();
      headers = await adminHeaders(app);
      return body.subject;
    };
    await articleAt(daysAgo(1), 'The week in numbers');
    expect(await send()).toBe('The week in numbers');
    await articleAt(now, 'The week in numbers');
    advanceClock(MINUTE_MS);
    expect(await send()).toBe('The week in numbers · May 8, 2026');
    await articleAt(now, 'The week in numbers · May 8, 2026');
    await articleAt(new Date(now.getTime() - 1000), 'Something else');
    advanceClock(MINUTE_MS);
    expect(await send()).toBe('Something else');
  });

  it('can be previewed through the link of a test email, and in the archive later', async () => {
    const { body: issue, etag } = await createDraft();
    const admin = await makeAccount(app, { role: 'admin' });
    expect((await newsroom(`POST /issues/${issue.id}/tests`, { email: admin.email })).status).toBe(202);
    await app.jobs.runDue();
    const [test] = await smtp.received();
    const link = pathIn(test?.mail.text ?? '', '/newsletter/preview?token=');
    expect(pathIn(test?.mail.html ?? '', '/newsletter/preview?token=')).toBe(link);
    expect(test?.mail.text).not.toContain('/newsletter/issues/');
    const view = await app.fetch(link);
    const html = await view.text();
    expect([view.status, view.headers.get('cache-control'), view.headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(html).toContain('Two days old');
    expect(html).toContain('<meta name="robots" content="noindex"');
    const preview = await newsroom(`GET /issues/${issue.id}/preview`);
    expect(pathIn((preview.body as unknown as { html: string }).html, '/newsletter/preview?token=')).toBe(
      link,
    );
    const unsubscribe = pathIn(test?.mail.text ?? '', '/newsletter/unsubscribe?token=').split('token=')[1];
    for (const token of ['', 'x', link.slice(0, -1), unsubscribe])
      expect((await app.fetch(`/newsletter/preview?token=${token}`)).status).toBe(400);
    await newsroom(`PUT /issues/${issue.id}/approval`, undefined, { 'if-match': etag });
    advanceClock(10 * MINUTE_MS);
    await app.jobs.runDue();
    const moved = await app.fetch(link);
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/newsletter/issues/1']);
  });

  it.each(['2026-05-08T00:00:00Z', '2026-05-08T23:59:59Z'])(
    'can be looked at until the end of the 14th day, from a test of %s',
    async (made) => {
      const { body: issue } = await createDraft();
      now = new Date(made);
      headers = await adminHeaders(app);
      const linkNow = async () => {
        const { body } = await newsroom(`GET /issues/${issue.id}/preview`);
        return pathIn((body as unknown as { html: string }).html, '/newsletter/preview?token=');
      };
      const link = await linkNow();
      for (const time of [made, '2026-05-22T23:59:59.999Z']) {
        now = new Date(time);
        expect([time, (await app.fetch(link)).status]).toEqual([time, 200]);
      }
      now = new Date('2026-05-23T00:00:00Z');
      const [expired, unknown] = [await app.fetch(link), await app.fetch('/newsletter/preview?token=x')];
      expect([expired.status, unknown.status]).toEqual([400, 400]);
      expect(await expired.text()).toBe(await unknown.text());
      headers = await adminHeaders(app);
      const renewed = await linkNow();
      expect(renewed).not.toBe(link);
      expect((await app.fetch(renewed)).status).toBe(200);
    },
  );

  it('appear in the archive once sent, without unpublished articles', async () => {
    expect(await (await app.fetch('/newsletter/issues')).text()).toContain('still being written');
    expect((await app.fetch('/newsletter/issues/1')).status).toBe(404);
    await createApprovedIssue();
    expect(await (await app.fetch('/newsletter/issues')).text()).toContain('still being written');
    advanceClock(10 * MINUTE_MS);
    await app.jobs.runDue();
    // The stale page may be served while it is re-rendered.
    await expect
      .poll(async () => (await app.fetch('/newsletter/issues')).text())
      .toContain('href="/newsletter/issues/1"');
    const archive = await app.fetch('/newsletter/issues');
    expect(archive.headers.get('cache-control')).toContain('public');
    const page = await (await app.fetch('/newsletter/issues/1')).text();
    expect(page).toContain('Two days old');
    expect(page).not.toContain('token=');
    for (const wrong of ['0', '2', '01', '1x', '-1', '99999999999'])
      expect((await app.fetch(`/newsletter/issues/${wrong}`)).status).toBe(404);
  });

  it('are consistent within one response, even at the moment their state changes', async () => {
    const { body } = await createApprovedIssue();
    const { db } = app.database;
    const become = (status: 'sending' | 'sent') =>
      db
        .update(newsletterIssues)
        .set({ status, number: 1, html: '<p>One</p>', text: 'One', startedAt: now, sentAt: now })
        .where(eq(newsletterIssues.id, body.id));
    const look = async () => {
      const { body: told } = await newsletterRequest(app, headers, 'GET ');
      return (told as { issue: { status: string } | null }).issue?.status;
    };
    for (let round = 0; round < 5; round++) {
      await become('sending');
      const looks = Array.from({ length: 8 }, async (_, late) => {
        for (let turn = 0; turn < late; turn++) await db.$count(newsletterIssues);
        return look();
      });
      await db.$count(newsletterIssues);
      await become('sent');
      expect(await Promise.all(looks)).not.toContain('sent');
      expect(await look()).toBeUndefined();
    }
  });

  it('are for administrators only', async () => {
    const { body: issue } = await createDraft();
    const session = await signIn(app, await makeAccount(app));
    for (const [status, other] of [
      [401, {}],
      [403, { authorization: `Bearer ${session.access_token}` }],
    ] as const)
      for (const path of [
        'GET ',
        'GET /issues',
        'POST /issues',
        `GET /issues/${issue.id}`,
        `PUT /issues/${issue.id}/approval`,
        'GET /subscribers',
        'GET /subscribers.csv',
        'POST /imports?as=pending',
      ])
        expect([path, (await newsletterRequest(app, other, path)).status]).toEqual([path, status]);
  });

  it('need SMTP or files as transport', async () => {
    const emailjs = await testApp({
      env: { EMAILJS_SERVICE_ID: 's', EMAILJS_TEMPLATE_ID: 't', EMAILJS_PUBLIC_KEY: 'k' },
      clock: () => now,
    });
    const asAdmin = await adminHeaders(emailjs);
    await makeArticle(emailjs.database, { publishDate: daysAgo(1) });
    const { body, etag } = await issueRequest(emailjs, asAdmin, 'POST /issues');
    const refused = await issueRequest(
      emailjs,
      { ...asAdmin, 'if-match': etag },
      `PUT /issues/${body.id}/approval`,
    );
    expect(refused.status).toBe(409);
    await emailjs.close();
  });

  it('are not sent when none of their articles is public any more, and report it', async () => {
    await makeSubscribers(app.database, ['ada@news.example']);
    const { body: issue } = await createApprovedIssue();
    await app.database.db.execute('update articles set is_draft = true');
    advanceClock(10 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await smtp.received()).toEqual([]);
    const [row] = await app.database.db
      .select()
      .from(newsletterIssues)
      .where(eq(newsletterIssues.id, issue.id));
    expect(row).toMatchObject({
      status: 'draft',
      number: null,
      problem: expect.stringContaining('none of its articles'),
    });
  });
});
