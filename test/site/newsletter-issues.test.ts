import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { user } from '#domain/accounts/tables.server.ts';
import { newsletterIssues } from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { adminHeaders, makeAccount, signIn } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { makeDraft } from '../factories.ts';
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

  it.each(['created', 'edited'])(
    'wait while a person has %s one, also without the account of that person',
    async (how) => {
      const editor = await makeAccount(site.app, { role: 'admin' });
      const authorization = `Bearer ${(await signIn(site.app, editor)).access_token}`;
      await articleAt(daysAgo(1), 'First week');
      const { body, etag } = await newsroom(
        'POST /issues',
        undefined,
        how === 'created' ? { authorization } : {},
      );
      if (how === 'edited') {
        const edited = { subject: 'Edited', note: '', article_ids: [] };
        await newsroom(`PUT /issues/${body.id}`, edited, { authorization, 'if-match': etag });
      }
      const [before] = await issues();
      expect(before?.subject).toBe(how === 'edited' ? 'Edited' : 'First week');
      for (const isDeleted of [false, true]) {
        if (isDeleted) await site.app.database.db.delete(user).where(eq(user.id, editor.id));
        advanceClock(7 * DAY_MS);
        await articleAt(daysAgo(1), 'Another week');
        await site.app.jobs.runDue();
        expect(await issues()).toMatchObject([{ id: body.id, subject: before?.subject }]);
      }
    },
  );

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
});
