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
import { KINDS, type TestApp, testApp } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { ask, type AskedIssue, askIssue, makeSubscribers, pathIn, sendForm } from '../newsletter.ts';
import { type Behaviour, startSmtp, type TestSmtp } from '../smtp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe.each(KINDS)('sending an issue, on the %s database', (on) => {
  let app: TestApp;
  let smtp: TestSmtp;
  let now: Date;
  let headers: Record<string, string>;
  let logged: string[];
  let openApp: (query: string) => Promise<void>;

  beforeEach(async () => {
    now = new Date('2026-05-05T08:00:00Z');
    logged = [];
    smtp = await startSmtp();
    // Not the log of the site, which would take addresses out: they are not to be given to it.
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    openApp = async (query) => {
      const env = { SMTP_URL: smtp.url + query, TRUST_PROXY: '1' };
      app = await testApp({ on, env, log, clock: () => now });
      headers = await adminHeaders(app);
      logged = [];
    };
    await openApp('?socketTimeout=400');
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await smtp.close();
    const telling = logged.filter((line) => line.includes('@reader.example'));
    if (telling.length > 0) throw new Error(`an address in the log:\n${telling.join('')}`);
  });

  const later = (ms: number) => (now = new Date(now.getTime() + ms));
  const readers = (count: number, name = 'r') =>
    Array.from({ length: count }, (_, index) => `${name}${index}@reader.example`);
  const issueNow = async (id: string): Promise<AskedIssue> => {
    headers = await adminHeaders(app);
    return (await askIssue(app, headers, `GET /issues/${id}`)).body;
  };
  const mailed = () => smtp.taken.map(({ envelope }) => envelope.to.join()).toSorted();
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

  /** An issue whose hold is just over. */
  async function approved(): Promise<string> {
    headers = await adminHeaders(app);
    await makeArticle(app.database, { publishDate: new Date(now.getTime() - HOUR_MS) });
    const { body, etag } = await askIssue(app, headers, 'POST /issues');
    const answer = await askIssue(app, { ...headers, 'if-match': etag }, `PUT /issues/${body.id}/approval`);
    expect(answer.body.status).toBe('approved');
    later(10 * MINUTE_MS);
    return body.id;
  }

  /** Holds every answer of the mail server, by recipient, until the test gives it. */
  async function holdAnswers(): Promise<Map<string, (behaviour: Behaviour) => void>> {
    await app.close();
    // However long that takes on this machine.
    await openApp('');
    const answers = new Map<string, (behaviour: Behaviour) => void>();
    smtp.behaveTo((email) => new Promise((resolve) => answers.set(email, resolve)));
    return answers;
  }

  const inFlight = eq(newsletterDeliveries.status, 'handed_over');

  /** An issue whose process is gone: one copy was handed over, its leases were renewed just now. */
  async function leaveInTheMiddle(): Promise<string> {
    const id = await approved();
    smtp.behave(['defer sender']);
    await app.jobs.runDue();
    smtp.behave(['accept']);
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

  /** Lets two days pass, a little at a time. */
  async function waitForTheEnd(): Promise<void> {
    for (let step = 0; step < 60; step++) {
      await app.jobs.runDue();
      const [open] = await app.database.db
        .select()
        .from(newsletterIssues)
        .where(eq(newsletterIssues.status, 'sending'));
      if (open === undefined) return;
      later(step < 20 ? 2 * MINUTE_MS : HOUR_MS);
    }
    throw new Error('it never came to an end');
  }

  it('accounts for everybody, whatever the mail server does', async () => {
    const behaviours = new Map<string, Behaviour>();
    const groups = { fine: 11, busy: 5, never: 2, gone: 3, doubtful: 2, silent: 1 };
    const emails = Object.entries(groups).flatMap(([name, count]) => readers(count, name));
    for (const email of emails) {
      if (email.startsWith('busy') || email.startsWith('never')) behaviours.set(email, 'defer');
      if (email.startsWith('gone')) behaviours.set(email, 'refuse');
      if (email.startsWith('doubtful')) behaviours.set(email, 'take and vanish');
      if (email.startsWith('silent')) behaviours.set(email, 'hang');
    }
    const asked = new Map<string, number>();
    smtp.behaveTo((email) => {
      const times = (asked.get(email) ?? 0) + 1;
      asked.set(email, times);
      // Greylisted at first, and a server that wakes up.
      if (times > 1 && (email.startsWith('busy') || email.startsWith('silent'))) return 'accept';
      return behaviours.get(email) ?? 'accept';
    });
    await makeSubscribers(app.database, emails);
    const id = await approved();
    await waitForTheEnd();
    const issue = await issueNow(id);
    expect(issue).toMatchObject({
      status: 'sent',
      copies: { accepted: 17, refused: 5, unknown: 2, queued: 0, handed_over: 0, skipped: 0 },
    });
    const rows = await copies();
    expect(rows).toHaveLength(emails.length);
    const inState = (state: string) => rows.flatMap(({ email, status }) => (status === state ? [email] : []));
    // Everybody who counts as accepted has it once, whoever is in doubt may have it, nobody else has.
    expect(mailed()).toEqual([...inState('accepted'), ...inState('unknown')].map(String).toSorted());
    expect(inState('unknown')).toEqual(readers(2, 'doubtful'));
    expect(inState('refused')).toEqual([...readers(3, 'gone'), ...readers(2, 'never')]);
    expect(rows.find(({ email }) => email === 'gone0@reader.example')?.reason).toContain('No such user here');
    expect(JSON.stringify(rows.map(({ reason }) => reason))).not.toContain('@reader');
  }, 60_000);

  it('sends what is in doubt again only when somebody says so, under the same name', async () => {
    smtp.behaveTo((email) => (email.startsWith('doubtful') ? 'take and vanish' : 'accept'));
    await makeSubscribers(app.database, [...readers(2), ...readers(1, 'doubtful')]);
    const id = await approved();
    await waitForTheEnd();
    later(2 * DAY_MS);
    await app.jobs.runDue();
    expect(smtp.taken).toHaveLength(3);
    expect((await issueNow(id)).copies).toMatchObject({ accepted: 2, unknown: 1 });
    smtp.behaveTo(() => 'accept');
    const again = await askIssue(app, headers, `POST /issues/${id}/resending`);
    expect([again.status, again.body.status]).toEqual([200, 'sending']);
    await app.jobs.runDue();
    expect((await issueNow(id)).copies).toMatchObject({ accepted: 3, unknown: 0 });
    const ids = (await smtp.received())
      .filter(({ envelope }) => envelope.to.includes('doubtful0@reader.example'))
      .map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await askIssue(app, headers, `POST /issues/${id}/resending`)).status).toBe(409);
  });

  it('skips whoever has left, or was deleted, while it was waiting for the mail server', async () => {
    smtp.behave(['defer']);
    const [first] = await makeSubscribers(app.database, readers(6));
    const id = await approved();
    await app.jobs.runDue();
    expect(smtp.taken).toEqual([]);
    expect(await issueNow(id)).toMatchObject({ status: 'sending', problem: expect.stringContaining('451') });
    const rows = await app.database.db
      .select()
      .from(newsletterSubscribers)
      .orderBy(asc(newsletterSubscribers.email));
    await app.database.db
      .update(newsletterSubscribers)
      .set({ status: 'unsubscribed' })
      .where(eq(newsletterSubscribers.id, rows[1]?.id ?? ''));
    const gone = await ask(app, headers, `DELETE /subscribers/${first?.id}`);
    expect(gone.status).toBe(204);
    smtp.behave(['accept']);
    await waitForTheEnd();
    expect(mailed()).toEqual(readers(6).slice(2));
    expect((await issueNow(id)).copies).toMatchObject({ accepted: 4, skipped: 2 });
  });

  it('stops when somebody says so', async () => {
    smtp.behave(['defer']);
    await makeSubscribers(app.database, readers(6));
    const id = await approved();
    await app.jobs.runDue();
    headers = await adminHeaders(app);
    expect((await askIssue(app, headers, `PUT /issues/${id}/stop`)).status).toBe(200);
    smtp.behave(['accept']);
    await waitForTheEnd();
    expect(smtp.taken).toEqual([]);
    expect(await issueNow(id)).toMatchObject({ status: 'sent', copies: { skipped: 6 } });
  });

  it('takes nothing of a stopped issue again, whatever becomes of the copies in flight', async () => {
    const answers = await holdAnswers();
    await makeSubscribers(app.database, readers(20));
    const id = await approved();
    const sending = app.jobs.runDue();
    await expect.poll(() => answers.size, { timeout: 20_000 }).toBe(4);
    headers = await adminHeaders(app);
    expect((await askIssue(app, headers, `PUT /issues/${id}/stop`)).status).toBe(200);
    const ends: Behaviour[] = ['defer', 'vanish', 'refuse', 'accept'];
    for (const answer of answers.values()) answer(ends.shift() ?? 'accept');
    await sending;
    smtp.behaveTo(() => 'accept');
    const taken = [...smtp.taken];
    for (let step = 0; step < 30; step++) {
      later(HOUR_MS);
      await app.jobs.runDue();
    }
    expect(smtp.taken).toEqual(taken);
    expect(taken).toHaveLength(1);
    expect(await issueNow(id)).toMatchObject({
      status: 'sent',
      copies: { accepted: 1, refused: 1, skipped: 18, queued: 0, handed_over: 0, unknown: 0 },
    });
  });

  it('ends a stopped issue whose process is gone, and sends nothing of it again', async () => {
    await makeSubscribers(app.database, readers(6));
    const id = await leaveInTheMiddle();
    await app.database.db.update(newsletterIssues).set({ stopped: true });
    later(21_000);
    await app.jobs.runDue();
    expect(await issueNow(id)).toMatchObject({ status: 'sent', copies: { unknown: 1, skipped: 5 } });
    const again = await askIssue(app, headers, `POST /issues/${id}/resending`);
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('stopped')]);
    later(DAY_MS);
    await app.jobs.runDue();
    expect(smtp.taken).toEqual([]);
    expect((await issueNow(id)).copies).toMatchObject({ unknown: 1, skipped: 5 });
  });

  it('goes on within half a minute when the process is gone, without what was in flight', async () => {
    await makeSubscribers(app.database, readers(6));
    const id = await leaveInTheMiddle();
    later(14_000);
    await app.jobs.runDue();
    expect(smtp.taken).toEqual([]);
    later(7_000);
    await app.jobs.runDue();
    expect(await issueNow(id)).toMatchObject({ status: 'sent', copies: { accepted: 5, unknown: 1 } });
    expect(mailed()).toHaveLength(5);
  });

  it('goes on as soon when the job found the issue taken and its sender is gone', async () => {
    await makeSubscribers(app.database, readers(6));
    const id = await leaveInTheMiddle();
    // Asked for once more, by somebody who does not know that it is being sent.
    await app.database.db.execute(
      `update jobs set due_at = '2000-01-01' where done_at is null and kind = 'newsletter.send'`,
    );
    await app.jobs.runDue();
    expect(smtp.taken).toEqual([]);
    later(16_000);
    await app.jobs.runDue();
    expect(await issueNow(id)).toMatchObject({ status: 'sent', copies: { accepted: 5, unknown: 1 } });
  });

  it('records what a run learns that is not the sender any more, and takes no copy for it', async () => {
    const answers = await holdAnswers();
    await makeSubscribers(app.database, readers(20));
    const id = await approved();
    const sending = app.jobs.runDue();
    await expect.poll(() => answers.size, { timeout: 20_000 }).toBe(4);
    // As the run does that takes over; one copy was sent again since, on somebody's word.
    const { db } = app.database;
    const senderUntil = new Date(now.getTime() + 15_000);
    await db.update(newsletterIssues).set({ sender: id, senderUntil });
    await db.update(newsletterDeliveries).set({ status: 'unknown' }).where(inFlight);
    const [email = ''] = answers.keys();
    const resent = newsletterDeliveries.subscriberId;
    const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
    await db
      .update(newsletterDeliveries)
      .set({ status: 'handed_over', attempts: 2 })
      .where(eq(resent, row?.id ?? ''));
    const ends: Behaviour[] = ['defer', 'accept', 'refuse', 'defer'];
    for (const answer of answers.values()) answer(ends.shift() ?? 'accept');
    await sending;
    expect((await issueNow(id)).copies).toEqual({
      accepted: 1,
      refused: 1,
      unknown: 1,
      handed_over: 1,
      queued: 16,
      skipped: 0,
    });
    expect(answers.size).toBe(4);
  });

  it('does not wait for a recipient who is put off or slow', async () => {
    let wake: (behaviour: Behaviour) => void = () => {};
    const slow = new Promise<Behaviour>((resolve) => (wake = resolve));
    await holdAnswers();
    const first = new Set<string>();
    smtp.behaveTo((email) => {
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
    const id = await approved();
    const sending = app.jobs.runDue();
    await expect.poll(() => smtp.taken.length, { timeout: 20_000 }).toBe(40);
    wake('accept');
    await sending;
    expect(await issueNow(id)).toMatchObject({
      status: 'sending',
      problem: null,
      paused_until: null,
      copies: { accepted: 41, refused: 6, queued: 12 },
    });
    later(MINUTE_MS);
    await app.jobs.runDue();
    expect(await issueNow(id)).toMatchObject({ status: 'sent', copies: { accepted: 53, refused: 6 } });
  });

  it('waits when recipient after recipient is put off, for then the server limits its rate', async () => {
    const asked = new Set<string>();
    smtp.behaveTo((email) => {
      asked.add(email);
      return 'defer';
    });
    await makeSubscribers(app.database, readers(60));
    const id = await approved();
    await app.jobs.runDue();
    expect(asked.size).toBe(20);
    const issue = await issueNow(id);
    expect(issue).toMatchObject({ problem: expect.stringContaining('451'), copies: { queued: 60 } });
    expect(new Date(issue.paused_until ?? 0).getTime()).toBe(now.getTime() + 5_000);
  });

  it.each([
    { failure: 'the sender is put off', begin: () => Promise.resolve(smtp.behave(['defer sender'])) },
    { failure: 'the server is gone', begin: () => smtp.close() },
  ])('waits without giving anybody up while $failure', async ({ begin }) => {
    await begin();
    await makeSubscribers(app.database, readers(6));
    const id = await approved();
    await app.jobs.runDue();
    const first = await issueNow(id);
    expect(first.problem).not.toBeNull();
    expect(new Date(first.paused_until ?? 0).getTime()).toBe(now.getTime() + 5_000);
    for (let step = 0; step < 30; step++) {
      later(HOUR_MS);
      await app.jobs.runDue();
    }
    const rows = await app.database.db.select().from(newsletterDeliveries);
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
      Array.from({ length: 6 }, () => 'queued 0'),
    );
    expect(await issueNow(id)).toMatchObject({ status: 'sending', copies: { queued: 6 } });
    const pauseMs = new Date((await issueNow(id)).paused_until ?? 0).getTime() - now.getTime();
    expect(pauseMs).toBe(5 * MINUTE_MS);
  });

  it('suspends an address whose mail server refuses three issues in a row, until it is confirmed again', async () => {
    smtp.behaveTo((email) => (email.startsWith('gone') ? 'refuse' : 'accept'));
    await makeSubscribers(app.database, [...readers(1), ...readers(2, 'gone')]);
    for (let week = 0; week < 3; week++) {
      await approved();
      await waitForTheEnd();
      if (week === 0) {
        // One that was full once.
        smtp.behaveTo((email) => (email.startsWith('gone0') ? 'refuse' : 'accept'));
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
    smtp.behaveTo(() => 'accept');
    const before = smtp.taken.length;
    await approved();
    await waitForTheEnd();
    expect(mailed().filter((email) => email.startsWith('gone0'))).toEqual([]);
    expect(smtp.taken).toHaveLength(before + 2);
    await sendForm(
      app,
      '/newsletter',
      { email: 'gone0@reader.example' },
      { 'x-forwarded-for': '198.51.100.7' },
    );
    await app.jobs.runDue();
    const asking = (await smtp.received()).at(-1)?.mail.text;
    await sendForm(app, pathIn(asking, '/newsletter/confirm?token='));
    const [back] = await app.database.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'gone0@reader.example'));
    expect(back).toMatchObject({ status: 'confirmed', refusals: 0 });
  }, 60_000);

  it('waits and says so when the mail server takes no copy at all', async () => {
    smtp.behave(['refuse']);
    await makeSubscribers(app.database, readers(40));
    const id = await approved();
    await app.jobs.runDue();
    const issue = await issueNow(id);
    expect(issue).toMatchObject({
      status: 'sending',
      problem: expect.stringContaining('refuses every copy'),
    });
    expect(issue.copies['refused']).toBe(20);
    expect(issue.copies['queued']).toBe(20);
    smtp.behave(['accept']);
    later(HOUR_MS);
    await waitForTheEnd();
    expect((await issueNow(id)).copies).toMatchObject({ accepted: 20, refused: 20 });
  });

  it('goes on where it was when a job was lost', async () => {
    await makeSubscribers(app.database, readers(3));
    const id = await approved();
    await app.database.db.execute(`delete from jobs where kind = 'newsletter.send'`);
    await app.jobs.runDue();
    later(2 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await issueNow(id)).toMatchObject({ status: 'sent', copies: { accepted: 3 } });
  });
});
