import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newsletterDeliveries, newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { DATABASE_KINDS } from '../app.ts';
import { newsletterRequest, issueRequest, makeSubscribers, pathIn, submitForm } from '../newsletter.ts';
import type { Behaviour } from '../smtp.ts';
import { prepareSendingSite, readers } from './newsletter-sending-site.ts';

describe.each(DATABASE_KINDS)('sending an issue, on the %s database', (databaseKind) => {
  const site = prepareSendingSite(databaseKind);
  const { advanceClock, getIssue, mailed, createDueIssue, waitUntilSent } = site;

  const copies = () =>
    site.app.database.db
      .select({
        email: newsletterSubscribers.email,
        status: newsletterDeliveries.status,
        reason: newsletterDeliveries.reason,
      })
      .from(newsletterDeliveries)
      .leftJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId))
      .orderBy(asc(newsletterSubscribers.email));

  it('accounts for every recipient, whatever the mail server does', async () => {
    // For the one that does not respond; the others have an answer by then.
    await site.reopen('?socketTimeout=15000');
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
    site.smtp.setBehaviourOf((email) => {
      const times = (attemptCounts.get(email) ?? 0) + 1;
      attemptCounts.set(email, times);
      // Greylisted first, then accepted.
      if (times > 1 && (email.startsWith('busy') || email.startsWith('silent'))) return 'accept';
      return behaviours.get(email) ?? 'accept';
    });
    await makeSubscribers(site.app.database, emails);
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
  });

  it('resends unknown deliveries only on request, with the same Message-ID', async () => {
    site.smtp.setBehaviourOf((email) => (email.startsWith('doubtful') ? 'disconnect after data' : 'accept'));
    await makeSubscribers(site.app.database, [...readers(2), ...readers(1, 'doubtful')]);
    const id = await createDueIssue();
    await waitUntilSent();
    advanceClock(2 * DAY_MS);
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toHaveLength(3);
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 2, unknown: 1 });
    site.smtp.setBehaviourOf(() => 'accept');
    const again = await issueRequest(site.app, site.headers, `POST /issues/${id}/resending`);
    expect([again.status, again.body.status]).toEqual([200, 'sending']);
    await site.app.jobs.runDue();
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 3, unknown: 0 });
    const ids = (await site.smtp.received())
      .filter(({ envelope }) => envelope.to.includes('doubtful0@reader.example'))
      .map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await issueRequest(site.app, site.headers, `POST /issues/${id}/resending`)).status).toBe(409);
  });

  it('skips recipients who unsubscribed or were deleted while it was waiting for the mail server', async () => {
    site.smtp.setBehaviours(['defer']);
    const [first] = await makeSubscribers(site.app.database, readers(6));
    const id = await createDueIssue();
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toEqual([]);
    expect(await getIssue(id)).toMatchObject({ status: 'sending', problem: expect.stringContaining('451') });
    const rows = await site.app.database.db
      .select()
      .from(newsletterSubscribers)
      .orderBy(asc(newsletterSubscribers.email));
    await site.app.database.db
      .update(newsletterSubscribers)
      .set({ status: 'unsubscribed' })
      .where(eq(newsletterSubscribers.id, rows[1]?.id ?? ''));
    const gone = await newsletterRequest(site.app, site.headers, `DELETE /subscribers/${first?.id}`);
    expect(gone.status).toBe(204);
    site.smtp.setBehaviours(['accept']);
    await waitUntilSent();
    expect(mailed()).toEqual(readers(6).slice(2));
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 4, skipped: 2 });
  });

  it('does not wait for a deferred or slow recipient', async () => {
    let releaseSlow: (behaviour: Behaviour) => void = () => {};
    const slow = new Promise<Behaviour>((resolve) => (releaseSlow = resolve));
    const first = new Set<string>();
    site.smtp.setBehaviourOf((email) => {
      if (email.startsWith('slow')) return slow;
      const isFirst = !first.has(email);
      first.add(email);
      if (email.startsWith('busy')) return isFirst ? 'defer' : 'accept';
      return email.startsWith('gone') ? 'refuse' : 'accept';
    });
    const groups = { fine: 40, busy: 12, gone: 6, slow: 1 };
    await makeSubscribers(
      site.app.database,
      Object.entries(groups).flatMap(([name, count]) => readers(count, name)),
    );
    const id = await createDueIssue();
    const sending = site.app.jobs.runDue();
    await expect.poll(() => site.smtp.rawMails.length, { timeout: 20_000 }).toBe(40);
    releaseSlow('accept');
    await sending;
    expect(await getIssue(id)).toMatchObject({
      status: 'sending',
      problem: null,
      paused_until: null,
      copies: { accepted: 41, refused: 6, queued: 12 },
    });
    advanceClock(MINUTE_MS);
    await site.app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 53, refused: 6 } });
  });

  it('waits when many recipients in a row are deferred, because the server limits its rate', async () => {
    const attemptCounts = new Set<string>();
    site.smtp.setBehaviourOf((email) => {
      attemptCounts.add(email);
      return 'defer';
    });
    await makeSubscribers(site.app.database, readers(60));
    const id = await createDueIssue();
    await site.app.jobs.runDue();
    expect(attemptCounts.size).toBe(20);
    const issue = await getIssue(id);
    expect(issue).toMatchObject({ problem: expect.stringContaining('451'), copies: { queued: 60 } });
    expect(new Date(issue.paused_until ?? 0).getTime()).toBe(site.now.getTime() + 5_000);
  });

  it.each([
    {
      failure: 'the sender is deferred',
      begin: () => Promise.resolve(site.smtp.setBehaviours(['defer sender'])),
    },
    { failure: 'the server is unreachable', begin: () => site.smtp.close() },
  ])('waits without failing any delivery while $failure', async ({ begin }) => {
    await begin();
    await makeSubscribers(site.app.database, readers(6));
    const id = await createDueIssue();
    await site.app.jobs.runDue();
    const first = await getIssue(id);
    expect(first.problem).not.toBeNull();
    expect(new Date(first.paused_until ?? 0).getTime()).toBe(site.now.getTime() + 5_000);
    for (let step = 0; step < 30; step++) {
      advanceClock(HOUR_MS);
      await site.app.jobs.runDue();
    }
    const rows = await site.app.database.db.select().from(newsletterDeliveries);
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
      Array.from({ length: 6 }, () => 'queued 0'),
    );
    expect(await getIssue(id)).toMatchObject({ status: 'sending', copies: { queued: 6 } });
    const pauseMs = new Date((await getIssue(id)).paused_until ?? 0).getTime() - site.now.getTime();
    expect(pauseMs).toBe(5 * MINUTE_MS);
  });

  it('suspends an address that refuses three issues in a row, until it is confirmed again', async () => {
    site.smtp.setBehaviourOf((email) => (email.startsWith('gone') ? 'refuse' : 'accept'));
    await makeSubscribers(site.app.database, [...readers(1), ...readers(2, 'gone')]);
    for (let week = 0; week < 3; week++) {
      await createDueIssue();
      await waitUntilSent();
      if (week === 0) {
        // A mailbox that was full once.
        site.smtp.setBehaviourOf((email) => (email.startsWith('gone0') ? 'refuse' : 'accept'));
      }
    }
    const states = await site.app.database.db
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
    site.smtp.setBehaviourOf(() => 'accept');
    const before = site.smtp.rawMails.length;
    await createDueIssue();
    await waitUntilSent();
    expect(mailed().filter((email) => email.startsWith('gone0'))).toEqual([]);
    expect(site.smtp.rawMails).toHaveLength(before + 2);
    await submitForm(
      site.app,
      '/newsletter',
      { email: 'gone0@reader.example' },
      { 'x-forwarded-for': '198.51.100.7' },
    );
    await site.app.jobs.runDue();
    const confirmationText = (await site.smtp.received()).at(-1)?.mail.text;
    await submitForm(site.app, pathIn(confirmationText, '/newsletter/confirm?token='));
    const [subscriber] = await site.app.database.db
      .select()
      .from(newsletterSubscribers)
      .where(eq(newsletterSubscribers.email, 'gone0@reader.example'));
    expect(subscriber).toMatchObject({ status: 'confirmed', refusals: 0 });
  });

  it('waits and reports it when the mail server accepts no delivery at all', async () => {
    site.smtp.setBehaviours(['refuse']);
    await makeSubscribers(site.app.database, readers(40));
    const id = await createDueIssue();
    await site.app.jobs.runDue();
    const issue = await getIssue(id);
    expect(issue).toMatchObject({
      status: 'sending',
      problem: expect.stringContaining('refuses every email'),
    });
    expect(issue.copies['refused']).toBe(20);
    expect(issue.copies['queued']).toBe(20);
    site.smtp.setBehaviours(['accept']);
    advanceClock(HOUR_MS);
    await waitUntilSent();
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 20, refused: 20 });
  });
});
