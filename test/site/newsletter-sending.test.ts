import { and, asc, eq, isNull } from 'drizzle-orm';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscribers,
} from '#domain/newsletter/tables.server.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { DATABASE_KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import {
  newsletterRequest,
  type IssueJson,
  issueRequest,
  makeSubscribers,
  pathIn,
  submitForm,
} from '../newsletter.ts';
import { type Behaviour, startSmtp, type SmtpTestServer } from '../smtp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe.each(DATABASE_KINDS)('sending an issue, on the %s database', (databaseKind) => {
  let app: TestApp;
  let smtp: SmtpTestServer;
  let now: Date;
  let headers: Record<string, string>;
  let logged: string[];
  let openApp: (query: string) => Promise<void>;

  beforeEach(async () => {
    now = new Date('2026-05-05T08:00:00Z');
    logged = [];
    smtp = await startSmtp();
    // Not the log of the site, which redacts addresses: they must not even reach it.
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    openApp = async (query) => {
      const env = { SMTP_URL: smtp.url + query, TRUST_PROXY: '1' };
      app = await testApp({ databaseKind, env, log, clock: () => now });
      headers = await adminHeaders(app);
      logged = [];
    };
    await openApp('?socketTimeout=400');
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await smtp.close();
    const linesWithAddress = logged.filter((line) => line.includes('@reader.example'));
    if (linesWithAddress.length > 0) throw new Error(`an address in the log:\n${linesWithAddress.join('')}`);
  });

  const advanceClock = (ms: number) => (now = new Date(now.getTime() + ms));
  const readers = (count: number, name = 'r') =>
    Array.from({ length: count }, (_, index) => `${name}${index}@reader.example`);
  const getIssue = async (id: string): Promise<IssueJson> => {
    headers = await adminHeaders(app);
    return (await issueRequest(app, headers, `GET /issues/${id}`)).body;
  };
  const mailed = () => smtp.rawMails.map(({ envelope }) => envelope.to.join()).toSorted();
  const copies = () =>
    app.database.db
      .select({
        email: newsletterSubscribers.email,
        status: newsletterDeliveries.status,
        reason: newsletterDeliveries.reason,
      })
      .from(newsletterDeliveries)
      .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
      .orderBy(asc(newsletterSubscribers.email));

  /** An issue whose scheduled time has just been reached. */
  async function createDueIssue(): Promise<string> {
    headers = await adminHeaders(app);
    await makeArticle(app.database, { publishDate: new Date(now.getTime() - HOUR_MS) });
    const { body, etag } = await issueRequest(app, headers, 'POST /issues');
    const response = await issueRequest(
      app,
      { ...headers, 'if-match': etag },
      `PUT /issues/${body.id}/approval`,
    );
    expect(response.body.status).toBe('approved');
    advanceClock(10 * MINUTE_MS);
    return body.id;
  }

  /** Delays every response of the mail server, by recipient, until the test releases it. */
  async function delayResponses(): Promise<Map<string, (behaviour: Behaviour) => void>> {
    await app.close();
    // Independent of the speed of the machine.
    await openApp('');
    const responses = new Map<string, (behaviour: Behaviour) => void>();
    smtp.setBehaviourOf((email) => new Promise((resolve) => responses.set(email, resolve)));
    return responses;
  }

  const inFlight = eq(newsletterDeliveries.status, 'handed_over');

  /** An issue whose process has ended: one delivery was handed over, and the leases were renewed just before. */
  async function abandonIssue(): Promise<string> {
    const id = await createDueIssue();
    smtp.setBehaviours(['defer sender']);
    await app.jobs.runDue();
    smtp.setBehaviours(['accept']);
    const { db } = app.database;
    const senderUntil = new Date(now.getTime() + 15_000);
    await db
      .update(newsletterIssues)
      .set({ sender: id, senderUntil, pausedUntil: null, pauses: 0, problem: null });
    const [copy] = await db.select().from(newsletterDeliveries).limit(1);
    await db
      .update(newsletterDeliveries)
      .set({ status: 'handed_over', attempts: 1 })
      .where(eq(newsletterDeliveries.id, copy?.id ?? ''));
    const dueAt = new Date(now.getTime() + 20_000);
    await db
      .update(jobs)
      .set({ dueAt, attempts: 1 })
      .where(and(eq(jobs.kind, 'newsletter.send'), isNull(jobs.doneAt)));
    expect(await db.$count(jobs, and(eq(jobs.kind, 'newsletter.send'), isNull(jobs.doneAt)))).toBe(1);
    return id;
  }

  /** Advances the clock by two days, in steps. */
  async function waitUntilSent(): Promise<void> {
    for (let step = 0; step < 60; step++) {
      await app.jobs.runDue();
      const [open] = await app.database.db
        .select()
        .from(newsletterIssues)
        .where(eq(newsletterIssues.status, 'sending'));
      if (open === undefined) return;
      advanceClock(step < 20 ? 2 * MINUTE_MS : HOUR_MS);
    }
    throw new Error('the issue was not sent within two days');
  }

  it('accounts for every recipient, whatever the mail server does', async () => {
    const behaviours = new Map<string, Behaviour>();
    const groups = { fine: 11, busy: 5, never: 2, gone: 3, doubtful: 2, silent: 1 };
    const emails = Object.entries(groups).flatMap(([name, count]) => readers(count, name));
    for (const email of emails) {
      if (email.startsWith('busy') || email.startsWith('never')) behaviours.set(email, 'defer');
      if (email.startsWith('gone')) behaviours.set(email, 'refuse');
      if (email.startsWith('doubtful')) behaviours.set(email, 'disconnect after data');
      if (email.startsWith('silent')) behaviours.set(email, 'hang');
    }
    const attemptCounts = new Map<string, number>();
    smtp.setBehaviourOf((email) => {
      const times = (attemptCounts.get(email) ?? 0) + 1;
      attemptCounts.set(email, times);
      // Greylisted first, then accepted.
      if (times > 1 && (email.startsWith('busy') || email.startsWith('silent'))) return 'accept';
      return behaviours.get(email) ?? 'accept';
    });
    await makeSubscribers(app.database, emails);
    const id = await createDueIssue();
    await waitUntilSent();
    const issue = await getIssue(id);
    expect(issue).toMatchObject({
      status: 'sent',
      copies: { accepted: 17, refused: 5, unknown: 2, queued: 0, handed_over: 0, skipped: 0 },
    });
    const rows = await copies();
    expect(rows).toHaveLength(emails.length);
    const inState = (state: string) => rows.flatMap(({ email, status }) => (status === state ? [email] : []));
    // Every accepted recipient received it once, unknown ones may have received it, and no others did.
    expect(mailed()).toEqual([...inState('accepted'), ...inState('unknown')].map(String).toSorted());
    expect(inState('unknown')).toEqual(readers(2, 'doubtful'));
    expect(inState('refused')).toEqual([...readers(3, 'gone'), ...readers(2, 'never')]);
    expect(rows.find(({ email }) => email === 'gone0@reader.example')?.reason).toContain('No such user here');
    expect(JSON.stringify(rows.map(({ reason }) => reason))).not.toContain('@reader');
  }, 60_000);

  it('resends unknown deliveries only on request, with the same Message-ID', async () => {
    smtp.setBehaviourOf((email) => (email.startsWith('doubtful') ? 'disconnect after data' : 'accept'));
    await makeSubscribers(app.database, [...readers(2), ...readers(1, 'doubtful')]);
    const id = await createDueIssue();
    await waitUntilSent();
    advanceClock(2 * DAY_MS);
    await app.jobs.runDue();
    expect(smtp.rawMails).toHaveLength(3);
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 2, unknown: 1 });
    smtp.setBehaviourOf(() => 'accept');
    const again = await issueRequest(app, headers, `POST /issues/${id}/resending`);
    expect([again.status, again.body.status]).toEqual([200, 'sending']);
    await app.jobs.runDue();
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 3, unknown: 0 });
    const ids = (await smtp.received())
      .filter(({ envelope }) => envelope.to.includes('doubtful0@reader.example'))
      .map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await issueRequest(app, headers, `POST /issues/${id}/resending`)).status).toBe(409);
  });

  it('skips recipients who unsubscribed or were deleted while it was waiting for the mail server', async () => {
    smtp.setBehaviours(['defer']);
    const [first] = await makeSubscribers(app.database, readers(6));
    const id = await createDueIssue();
    await app.jobs.runDue();
    expect(smtp.rawMails).toEqual([]);
    expect(await getIssue(id)).toMatchObject({ status: 'sending', problem: expect.stringContaining('451') });
    const rows = await app.database.db
      .select()
      .from(newsletterSubscribers)
      .orderBy(asc(newsletterSubscribers.email));
    await app.database.db
      .update(newsletterSubscribers)
      .set({ status: 'unsubscribed' })
      .where(eq(newsletterSubscribers.id, rows[1]?.id ?? ''));
    const gone = await newsletterRequest(app, headers, `DELETE /subscribers/${first?.id}`);
    expect(gone.status).toBe(204);
    smtp.setBehaviours(['accept']);
    await waitUntilSent();
    expect(mailed()).toEqual(readers(6).slice(2));
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 4, skipped: 2 });
  });

  it('stops on request', async () => {
    smtp.setBehaviours(['defer']);
    await makeSubscribers(app.database, readers(6));
    const id = await createDueIssue();
    await app.jobs.runDue();
    headers = await adminHeaders(app);
    expect((await issueRequest(app, headers, `PUT /issues/${id}/stop`)).status).toBe(200);
    smtp.setBehaviours(['accept']);
    await waitUntilSent();
    expect(smtp.rawMails).toEqual([]);
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { skipped: 6 } });
  });

  it('takes no further delivery of a stopped issue, whatever the outcome of those in flight', async () => {
    const responses = await delayResponses();
    await makeSubscribers(app.database, readers(20));
    const id = await createDueIssue();
    const sending = app.jobs.runDue();
    await expect.poll(() => responses.size, { timeout: 20_000 }).toBe(4);
    headers = await adminHeaders(app);
    expect((await issueRequest(app, headers, `PUT /issues/${id}/stop`)).status).toBe(200);
    const outcomes: Behaviour[] = ['defer', 'disconnect', 'refuse', 'accept'];
    for (const response of responses.values()) response(outcomes.shift() ?? 'accept');
    await sending;
    smtp.setBehaviourOf(() => 'accept');
    const receivedBefore = [...smtp.rawMails];
    for (let step = 0; step < 30; step++) {
      advanceClock(HOUR_MS);
      await app.jobs.runDue();
    }
    expect(smtp.rawMails).toEqual(receivedBefore);
    expect(receivedBefore).toHaveLength(1);
    expect(await getIssue(id)).toMatchObject({
      status: 'sent',
      copies: { accepted: 1, refused: 1, skipped: 18, queued: 0, handed_over: 0, unknown: 0 },
    });
  });

  it('ends a stopped issue whose process has ended, and resends nothing', async () => {
    await makeSubscribers(app.database, readers(6));
    const id = await abandonIssue();
    await app.database.db.update(newsletterIssues).set({ stopped: true });
    advanceClock(21_000);
    await app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { unknown: 1, skipped: 5 } });
    const again = await issueRequest(app, headers, `POST /issues/${id}/resending`);
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('stopped')]);
    advanceClock(DAY_MS);
    await app.jobs.runDue();
    expect(smtp.rawMails).toEqual([]);
    expect((await getIssue(id)).copies).toMatchObject({ unknown: 1, skipped: 5 });
  });

  it('continues within half a minute after the process has ended, without the deliveries in flight', async () => {
    await makeSubscribers(app.database, readers(6));
    const id = await abandonIssue();
    advanceClock(14_000);
    await app.jobs.runDue();
    expect(smtp.rawMails).toEqual([]);
    advanceClock(7_000);
    await app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 5, unknown: 1 } });
    expect(mailed()).toHaveLength(5);
  });

  it('continues as soon when a job found the issue leased and its sender has ended', async () => {
    await makeSubscribers(app.database, readers(6));
    const id = await abandonIssue();
    // A second request, while the issue is being sent.
    await app.database.db.execute(
      `update jobs set due_at = '2000-01-01' where done_at is null and kind = 'newsletter.send'`,
    );
    await app.jobs.runDue();
    expect(smtp.rawMails).toEqual([]);
    advanceClock(16_000);
    await app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 5, unknown: 1 } });
  });

  it('records outcomes of a run that has lost its lease, and takes no delivery for it', async () => {
    const responses = await delayResponses();
    await makeSubscribers(app.database, readers(20));
    const id = await createDueIssue();
    const sending = app.jobs.runDue();
    await expect.poll(() => responses.size, { timeout: 20_000 }).toBe(4);
    // Like the run that takes over; one delivery was resent on request since.
    const { db } = app.database;
    const senderUntil = new Date(now.getTime() + 15_000);
    await db.update(newsletterIssues).set({ sender: id, senderUntil });
    await db.update(newsletterDeliveries).set({ status: 'unknown' }).where(inFlight);
    const [email = ''] = responses.keys();
    const resent = newsletterDeliveries.subscriberId;
    const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
    await db
      .update(newsletterDeliveries)
      .set({ status: 'handed_over', attempts: 2 })
      .where(eq(resent, row?.id ?? ''));
    const outcomes: Behaviour[] = ['defer', 'accept', 'refuse', 'defer'];
    for (const response of responses.values()) response(outcomes.shift() ?? 'accept');
    await sending;
    expect((await getIssue(id)).copies).toEqual({
      accepted: 1,
      refused: 1,
      unknown: 1,
      handed_over: 1,
      queued: 16,
      skipped: 0,
    });
    expect(responses.size).toBe(4);
  });

  it('does not wait for a deferred or slow recipient', async () => {
    let releaseSlow: (behaviour: Behaviour) => void = () => {};
    const slow = new Promise<Behaviour>((resolve) => (releaseSlow = resolve));
    await delayResponses();
    const first = new Set<string>();
    smtp.setBehaviourOf((email) => {
      if (email.startsWith('slow')) return slow;
      const isFirst = !first.has(email);
      first.add(email);
      if (email.startsWith('busy')) return isFirst ? 'defer' : 'accept';
      return email.startsWith('gone') ? 'refuse' : 'accept';
    });
    const groups = { fine: 40, busy: 12, gone: 6, slow: 1 };
    await makeSubscribers(
      app.database,
      Object.entries(groups).flatMap(([name, count]) => readers(count, name)),
    );
    const id = await createDueIssue();
    const sending = app.jobs.runDue();
    await expect.poll(() => smtp.rawMails.length, { timeout: 20_000 }).toBe(40);
    releaseSlow('accept');
    await sending;
    expect(await getIssue(id)).toMatchObject({
      status: 'sending',
      problem: null,
      paused_until: null,
      copies: { accepted: 41, refused: 6, queued: 12 },
    });
    advanceClock(MINUTE_MS);
    await app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 53, refused: 6 } });
  });

  it('waits when many recipients in a row are deferred, because the server limits its rate', async () => {
    const attemptCounts = new Set<string>();
    smtp.setBehaviourOf((email) => {
      attemptCounts.add(email);
      return 'defer';
    });
    await makeSubscribers(app.database, readers(60));
    const id = await createDueIssue();
    await app.jobs.runDue();
    expect(attemptCounts.size).toBe(20);
    const issue = await getIssue(id);
    expect(issue).toMatchObject({ problem: expect.stringContaining('451'), copies: { queued: 60 } });
    expect(new Date(issue.paused_until ?? 0).getTime()).toBe(now.getTime() + 5_000);
  });

  it.each([
    { failure: 'the sender is deferred', begin: () => Promise.resolve(smtp.setBehaviours(['defer sender'])) },
    { failure: 'the server is unreachable', begin: () => smtp.close() },
  ])('waits without failing any delivery while $failure', async ({ begin }) => {
    await begin();
    await makeSubscribers(app.database, readers(6));
    const id = await createDueIssue();
    await app.jobs.runDue();
    const first = await getIssue(id);
    expect(first.problem).not.toBeNull();
    expect(new Date(first.paused_until ?? 0).getTime()).toBe(now.getTime() + 5_000);
    for (let step = 0; step < 30; step++) {
      advanceClock(HOUR_MS);
      await app.jobs.runDue();
    }
    const rows = await app.database.db.select().from(newsletterDeliveries);
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
      Array.from({ length: 6 }, () => 'queued 0'),
    );
    expect(await getIssue(id)).toMatchObject({ status: 'sending', copies: { queued: 6 } });
    const pauseMs = new Date((await getIssue(id)).paused_until ?? 0).getTime() - now.getTime();
    expect(pauseMs).toBe(5 * MINUTE_MS);
  });

  it('suspends an address that refuses three issues in a row, until it is confirmed again', async () => {
    smtp.setBehaviourOf((email) => (email.startsWith('gone') ? 'refuse' : 'accept'));
    await makeSubscribers(app.database, [...readers(1), ...readers(2, 'gone')]);
    for (let week = 0; week < 3; week++) {
      await createDueIssue();
      await waitUntilSent();
      if (week === 0) {
        // A mailbox that was full once.
        smtp.setBehaviourOf((email) => (email.startsWith('gone0') ? 'refuse' : 'accept'));
      }
    }
    const states = await app.database.db
      .select({
        email: newsletterSubscribers.email,
        status: newsletterSubscribers.status,
        refusals: newsletterSubscribers.refusals,
      })
      .from(newsletterSubscribers)
      .orderBy(asc(newsletterSubscribers.email));
    expect(states).toEqual([
      { email: 'gone0@reader.example', status: 'suspended', refusals: 3 },
      { email: 'gone1@reader.example', status: 'confirmed', refusals: 0 },
      { email: 'r0@reader.example', status: 'confirmed', refusals: 0 },
    ]);
    smtp.setBehaviourOf(() => 'accept');
    const before = smtp.rawMails.length;
    await createDueIssue();
    await waitUntilSent();
    expect(mailed().filter((email) => email.startsWith('gone0'))).toEqual([]);
    expect(smtp.rawMails).toHaveLength(before + 2);
    await submitForm(
      app,
      '/newsletter',
      { email: 'gone0@reader.example' },
      { 'x-forwarded-for': '198.51.100.7' },
    );
    await app.jobs.runDue();
    const confirmationText = (await smtp.received()).at(-1)?.mail.text;
    await submitForm(app, pathIn(confirmationText, '/newsletter/confirm?token='));
    const [subscriber] = await app.database.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'gone0@reader.example'));
    expect(subscriber).toMatchObject({ status: 'confirmed', refusals: 0 });
  }, 60_000);

  it('waits and reports it when the mail server accepts no delivery at all', async () => {
    smtp.setBehaviours(['refuse']);
    await makeSubscribers(app.database, readers(40));
    const id = await createDueIssue();
    await app.jobs.runDue();
    const issue = await getIssue(id);
    expect(issue).toMatchObject({
      status: 'sending',
      problem: expect.stringContaining('refuses every email'),
    });
    expect(issue.copies['refused']).toBe(20);
    expect(issue.copies['queued']).toBe(20);
    smtp.setBehaviours(['accept']);
    advanceClock(HOUR_MS);
    await waitUntilSent();
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 20, refused: 20 });
  });

  it('continues after a job was lost', async () => {
    await makeSubscribers(app.database, readers(3));
    const id = await createDueIssue();
    await app.database.db.execute(`delete from jobs where kind = 'newsletter.send'`);
    await app.jobs.runDue();
    advanceClock(2 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 3 } });
  });
});
