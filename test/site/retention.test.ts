import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditEvents, invitations, user, userRoles, verification } from '#domain/accounts/tables.server.ts';
import { articleRevisions } from '#domain/articles/tables.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscribers as subscribers,
} from '#domain/newsletter/tables.server.ts';
import { storeSettings } from '#domain/site/settings.server.ts';
import type { SettingsPatch } from '#domain/site/settings.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { mails } from '#platform/mail/tables.server.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { databaseKindsFor, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { makeSubscribers, submitForm } from '../newsletter.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('data retention, on the %s database', (databaseKind) => {
  let app: TestApp;
  let start: Date;
  let now: Date;
  beforeEach(async () => {
    start = new Date('2026-05-04T12:00:00Z');
    now = start;
    app = await testApp({ databaseKind, clock: () => now });
  });
  afterEach(() => app.close());

  /** The rows that are left this many days after the start, after all due jobs have run. */
  async function afterDays<Left>(days: number, left: () => Promise<Left>): Promise<Left> {
    now = new Date(start.getTime() + days * DAY_MS);
    await app.jobs.runDue();
    return left();
  }
  const changeSettings = (patch: SettingsPatch) =>
    app.database.transaction((tx) => storeSettings(tx, null, patch));

  const writeToOwner = () =>
    app.database.db.insert(contactMessages).values({
      name: 'Ada',
      email: 'ada@news.example',
      subject: 'A correction',
      message: 'Not fewer.',
      createdAt: start,
    });
  const messages = () => app.database.db.$count(contactMessages);

  it('messages to the owner: a year, the configured time, or forever', async () => {
    await writeToOwner();
    expect(await afterDays(364, messages)).toBe(1);
    await changeSettings({ contact_retention_days: null });
    expect(await afterDays(4000, messages)).toBe(1);
    await changeSettings({ contact_retention_days: 30 });
    expect(await afterDays(4001, messages)).toBe(0);
  });

  it('the audit log: a year, or the configured time', async () => {
    const event = { actorName: '', action: 'article_deleted', objectName: '', detail: '' };
    await app.database.db.insert(auditEvents).values({ ...event, at: start });
    const events = () => app.database.db.$count(auditEvents, eq(auditEvents.action, event.action));
    expect(await afterDays(364, events)).toBe(1);
    await changeSettings({ audit_retention_days: 30 });
    expect(await afterDays(365, events)).toBe(0);
  });

  it('accounts without a confirmed address: 14 days, unless they belong to the newsroom or got another link', async () => {
    const { db } = app.database;
    const add = async (name: string, emailVerified = false) => {
      const row = { id: uuidv7(), name, email: `${name}@news.example`, emailVerified, createdAt: start };
      await db.insert(user).values(row);
      return row.id;
    };
    const names = async () => (await db.select().from(user)).map(({ name }) => name).toSorted();
    await add('confirmed', true);
    await add('forgotten');
    await db.insert(userRoles).values({ userId: await add('granted'), role: 'author' });
    const invitation = { role: 'author', sentAt: start, expiresAt: start };
    await db.insert(invitations).values({ userId: await add('invited'), ...invitation });
    const linked = await add('linked');
    const expiresAt = new Date(start.getTime() + 15 * DAY_MS);
    await db.insert(verification).values({ identifier: 'verify-email:x', value: linked, expiresAt });
    const all = ['confirmed', 'forgotten', 'granted', 'invited', 'linked'];
    expect(await afterDays(13, names)).toEqual(all);
    expect(await afterDays(14.5, names)).toEqual(all.filter((name) => name !== 'forgotten'));
    expect(await afterDays(16, names)).toEqual(['confirmed', 'granted', 'invited']);
  });

  it('revisions: forever or the configured time, but never the newest one or one that a redirect needs', async () => {
    const article = await makeArticle(app.database, { slug: 'now' });
    const quiet = await makeArticle(app.database, { slug: 'quiet' });
    const revision = (
      articleId: string,
      number: number,
      slug: string,
      isDraft: boolean,
      savedDaysAfter = 0,
    ) => ({
      ...article,
      articleId,
      revision: number,
      slug,
      isDraft,
      savedAt: new Date(start.getTime() + savedDaysAfter * DAY_MS),
    });
    await app.database.db
      .insert(articleRevisions)
      .values([
        revision(article.id, 1, 'now', true),
        revision(article.id, 2, 'now', false),
        revision(article.id, 3, 'now', false),
        revision(article.id, 4, 'before', false),
        revision(article.id, 5, 'now', true),
        revision(article.id, 6, 'now', true, 50),
        revision(article.id, 7, 'now', true, 50),
        revision(quiet.id, 1, 'quiet', true),
        ...Array.from({ length: 600 }, (_, index) => revision(quiet.id, index + 2, 'quiet', true)),
      ]);
    const left = async () => {
      const rows = await app.database.db
        .select({ articleId: articleRevisions.articleId, revision: articleRevisions.revision })
        .from(articleRevisions)
        .orderBy(asc(articleRevisions.revision));
      const of = (id: string) => rows.filter((row) => row.articleId === id).map((row) => row.revision);
      return { article: of(article.id), quiet: of(quiet.id) };
    };
    expect((await afterDays(4000, left)).quiet).toHaveLength(601);
    await changeSettings({ article_revisions_retention_days: 30 });
    // The last draft is younger than the others and would stay for its age; 3 and 4 were published last at their slugs.
    expect(await afterDays(60, left)).toEqual({ article: [3, 4, 6, 7], quiet: [601] });
    expect(await afterDays(4001, left)).toEqual({ article: [3, 4, 7], quiet: [601] });
  });

  it('subscribers: pending ones a month, unsubscribed ones a year, and no import adds these again', async () => {
    // The test ends today, because sessions use the system clock.
    start = new Date(Date.now() - 365.1 * DAY_MS);
    const at = { createdAt: start, askedAt: start };
    await makeSubscribers(app.database, ['stays@news.example'], at);
    await makeSubscribers(app.database, ['waits@news.example'], { ...at, status: 'pending' });
    await makeSubscribers(app.database, ['left@news.example'], {
      ...at,
      status: 'unsubscribed',
      unsubscribedAt: start,
    });
    await makeSubscribers(app.database, ['never@news.example'], { ...at, status: 'blocked' });
    const left = async () =>
      (await app.database.db.select().from(subscribers).orderBy(asc(subscribers.email))).map(
        ({ email }) => email.split('@')[0],
      );
    expect(await afterDays(29.9, left)).toEqual(['left', 'never', 'stays', 'waits']);
    expect(await afterDays(30.1, left)).toEqual(['left', 'never', 'stays']);
    expect(await afterDays(364.9, left)).toEqual(['left', 'never', 'stays']);
    expect(await afterDays(365.1, left)).toEqual(['never', 'stays']);
    const list = 'email\nleft@news.example\nwaits@news.example\nnew@news.example\n';
    const response = await app.fetch('/api/newsroom/newsletter/imports?as=pending', {
      method: 'POST',
      headers: { ...(await adminHeaders(app)), 'content-type': 'text/csv' },
      body: list,
    });
    expect(await response.json()).toMatchObject({ added: 2, known: 1 });
    expect(await left()).toEqual(['never', 'new', 'stays', 'waits']);
    // An unsubscribed reader may subscribe again.
    await submitForm(app, '/newsletter', { email: 'left@news.example' });
    expect(await left()).toContain('left');
  });

  it('delivery records of an issue half a year, and its totals forever', async () => {
    const [ada] = await makeSubscribers(app.database, ['ada@news.example']);
    const issueId = uuidv7();
    const moments = { sendAt: start, startedAt: start, sentAt: start };
    await app.database.db
      .insert(newsletterIssues)
      .values({ id: issueId, status: 'sent', subject: 'Issue', number: 1, ...moments });
    const status = 'accepted' as const;
    await app.database.db
      .insert(newsletterDeliveries)
      .values({ id: uuidv7(), issueId, subscriberId: ada?.id ?? '', status, dueAt: start, changedAt: start });
    const recipients = async () =>
      (await app.database.db.select().from(newsletterDeliveries)).map((row) => row.subscriberId);
    expect(await afterDays(179.9, recipients)).toEqual([ada?.id]);
    expect(await afterDays(180.1, recipients)).toEqual([null]);
    expect(await app.database.db.$count(subscribers)).toBe(1);
  });

  it('delivery records of emails 90 days, and unsendable emails no longer', async () => {
    const settled = { status: 'accepted' as const, content: null, postedAt: start, settledAt: start };
    const content = { to: { address: 'ada@news.example' }, subject: 'Lost', text: 'Lost' };
    await app.database.db.insert(mails).values([settled, { content, postedAt: start }]);
    // Retried for longer than the retention period.
    const waiting = await app.database.transaction((tx) =>
      enqueueMail(tx, { ...content, subject: 'Waiting' }),
    );
    const dueDate = { dueAt: new Date(start.getTime() + 1000 * DAY_MS) };
    await app.database.db.update(jobs).set(dueDate).where(eq(jobs.kind, 'mail.deliver'));
    await app.database.db.update(mails).set({ postedAt: start }).where(eq(mails.id, waiting));
    const left = async () => (await app.database.db.select().from(mails)).map(({ id }) => id);
    expect(await afterDays(89.9, left)).toHaveLength(3);
    expect(await afterDays(90.1, left)).toEqual([waiting]);
  });

  it('emails written as files 90 days, the configured time, or forever; and no other file', async () => {
    const folder = join(app.dataDir, 'mail');
    const mail = { to: { address: 'ada@news.example' }, subject: 'A message', text: 'A message' };
    const written = await app.database.transaction((tx) => enqueueMail(tx, mail));
    await app.database.db.update(mails).set({ postedAt: start });
    await app.jobs.runDue();
    const [name = ''] = readdirSync(folder);
    expect(name).toBe(`2026-05-04T12-00-00.000Z-${written}.eml`);
    // A partial file left by a crash.
    writeFileSync(join(folder, `.${name.replace('2026', '2025')}.tmp`), 'From');
    const others = [
      'notes.txt',
      'message.eml',
      name.replace('.eml', '.txt'),
      `2020-99-99T12-00-00.000Z-${written}.eml`,
      `copy of ${name}`,
      `${name}.tmp`,
    ];
    for (const other of others) writeFileSync(join(folder, other), 'mine');
    const [asFolder, asLink] = [name.replace('2026', '2024'), name.replace('2026', '2023')];
    mkdirSync(join(folder, asFolder));
    symlinkSync(join(folder, 'notes.txt'), join(folder, asLink));
    const remaining = [...others, asFolder, asLink].toSorted();
    const left = async () => readdirSync(folder).toSorted();
    expect(await afterDays(89.9, left)).toEqual([...remaining, name].toSorted());
    await changeSettings({ mail_files_retention_days: null });
    expect(await afterDays(4000, left)).toEqual([...remaining, name].toSorted());
    await changeSettings({ mail_files_retention_days: 90 });
    expect(await afterDays(4001, left)).toEqual(remaining);
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('failed jobs a month, and jobs that name a person only until they are done', async () => {
    await app.database.db.insert(jobs).values({
      kind: 'test.failed',
      payload: { email: 'ada@news.example' },
      dueAt: start,
      failedAt: start,
      leaseSeconds: 60,
      maxAttempts: 1,
    });
    expect((await postJson(app, '/api/password-resets', { email: 'eve@news.example' })).status).toBe(202);
    const kinds = async () =>
      (await app.database.db.select().from(jobs))
        .map(({ kind }) => kind)
        .filter((kind) => /^test|mail-reset/.test(kind))
        .toSorted();
    expect(await kinds()).toEqual(['accounts.mail-reset', 'test.failed']);
    expect(await afterDays(0, kinds)).toEqual(['test.failed']);
    expect(await afterDays(29.9, kinds)).toEqual(['test.failed']);
    expect(await afterDays(30.1, kinds)).toEqual([]);
  });
});
