import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newsletterIssues, newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { MINUTE_MS } from '#platform/durations.ts';
import { makeAccount } from '../accounts.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle, makePicture } from '../factories.ts';
import { newsletterRequest, makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import { prepareIssuesSite } from './newsletter-issues-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('issues of the newsletter (%s)', (databaseKind) => {
  const site = prepareIssuesSite(databaseKind);
  const { advanceClock, newsroom, daysAgo, createDraft, createApprovedIssue } = site;

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

  it('are consistent within one response, even at the moment their state changes', async () => {
    const { body } = await createApprovedIssue();
    const { db } = site.app.database;
    const given = { number: 1, html: '<p>One</p>', text: 'One', startedAt: site.now, sentAt: site.now };
    const ofIssue = eq(newsletterIssues.id, body.id);
    const become = (status: 'sending' | 'sent') =>
      db
        .update(newsletterIssues)
        .set({ ...given, status })
        .where(ofIssue);
    const look = async () => {
      const { body: shown } = await newsletterRequest(site.app, site.headers, 'GET ');
      return (shown as { issue: { status: string } | null }).issue?.status;
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
});
