import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscribers,
} from '#domain/newsletter/tables.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { jobs } from '#platform/jobs/tables.server.ts';
import { adminHeaders } from '../accounts.ts';
import { DATABASE_KINDS } from '../app.ts';
import { issueRequest, makeSubscribers } from '../newsletter.ts';
import type { Behaviour } from '../smtp.ts';
import { prepareSendingSite, readers } from './newsletter-sending-site.ts';

describe.each(DATABASE_KINDS)('sending an issue, on the %s database', (databaseKind) => {
  const site = prepareSendingSite(databaseKind);
  const { advanceClock, getIssue, mailed, createDueIssue, delayResponses, waitUntilSent } = site;

  /** An issue whose process has ended: one delivery was handed over, and the leases were renewed just before. */
  async function abandonIssue(): Promise<string> {
    const id = await createDueIssue();
    site.smtp.setBehaviours(['defer sender']);
    await site.app.jobs.runDue();
    site.smtp.setBehaviours(['accept']);
    const { db } = site.app.database;
    const later = (ms: number) => new Date(site.now.getTime() + ms);
    const lease = { sender: id, senderUntil: later(15_000), pausedUntil: null, pauses: 0, problem: null };
    await db.update(newsletterIssues).set(lease);
    const [first] = await db.select().from(newsletterDeliveries).limit(1);
    const handedOver = { status: 'handed_over', attempts: 1 } as const;
    await db
      .update(newsletterDeliveries)
      .set(handedOver)
      .where(eq(newsletterDeliveries.id, first?.id ?? ''));
    const waiting = and(eq(jobs.kind, 'newsletter.send'), isNull(jobs.doneAt));
    await db
      .update(jobs)
      .set({ dueAt: later(20_000), attempts: 1 })
      .where(waiting);
    expect(await db.$count(jobs, waiting)).toBe(1);
    return id;
  }

  it('stops on request', async () => {
    site.smtp.setBehaviours(['defer']);
    await makeSubscribers(site.app.database, readers(6));
    const id = await createDueIssue();
    await site.app.jobs.runDue();
    site.headers = await adminHeaders(site.app);
    expect((await issueRequest(site.app, site.headers, `PUT /issues/${id}/stop`)).status).toBe(200);
    site.smtp.setBehaviours(['accept']);
    await waitUntilSent();
    expect(site.smtp.rawMails).toEqual([]);
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { skipped: 6 } });
  });

  it('takes no further delivery of a stopped issue, whatever the outcome of those in flight', async () => {
    const responses = delayResponses();
    await makeSubscribers(site.app.database, readers(20));
    const id = await createDueIssue();
    const sending = site.app.jobs.runDue();
    await expect.poll(() => responses.size, { timeout: 20_000 }).toBe(4);
    site.headers = await adminHeaders(site.app);
    expect((await issueRequest(site.app, site.headers, `PUT /issues/${id}/stop`)).status).toBe(200);
    const outcomes: Behaviour[] = ['defer', 'disconnect', 'refuse', 'accept'];
    for (const response of responses.values()) response(outcomes.shift() ?? 'accept');
    await sending;
    site.smtp.setBehaviourOf(() => 'accept');
    const receivedBefore = [...site.smtp.rawMails];
    for (let step = 0; step < 30; step++) {
      advanceClock(HOUR_MS);
      await site.app.jobs.runDue();
    }
    expect(site.smtp.rawMails).toEqual(receivedBefore);
    expect(receivedBefore).toHaveLength(1);
    expect(await getIssue(id)).toMatchObject({
      status: 'sent',
      copies: { accepted: 1, refused: 1, skipped: 18, queued: 0, handed_over: 0, unknown: 0 },
    });
  });

  it('ends a stopped issue whose process has ended, and resends nothing', async () => {
    await makeSubscribers(site.app.database, readers(6));
    const id = await abandonIssue();
    await site.app.database.db.update(newsletterIssues).set({ stopped: true });
    advanceClock(21_000);
    await site.app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { unknown: 1, skipped: 5 } });
    const again = await issueRequest(site.app, site.headers, `POST /issues/${id}/resending`);
    expect([again.status, JSON.stringify(again.body)]).toEqual([409, expect.stringContaining('stopped')]);
    advanceClock(DAY_MS);
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toEqual([]);
    expect((await getIssue(id)).copies).toMatchObject({ unknown: 1, skipped: 5 });
  });

  it('continues within half a minute after the process has ended, without the deliveries in flight', async () => {
    await makeSubscribers(site.app.database, readers(6));
    const id = await abandonIssue();
    advanceClock(14_000);
    await site.app.jobs.runDue();
    expect(site.smtp.rawMails).toEqual([]);
    advanceClock(7_000);
    await site.app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 5, unknown: 1 } });
    expect(mailed()).toHaveLength(5);
  });

  it('records outcomes of a run that has lost its lease, and takes no delivery for it', async () => {
    const responses = delayResponses();
    await makeSubscribers(site.app.database, readers(20));
    const id = await createDueIssue();
    const sending = site.app.jobs.runDue();
    await expect.poll(() => responses.size, { timeout: 20_000 }).toBe(4);
    // Like the run that takes over; one delivery was resent on request since.
    const { db } = site.app.database;
    const senderUntil = new Date(site.now.getTime() + 15_000);
    await db.update(newsletterIssues).set({ sender: id, senderUntil });
    await db
      .update(newsletterDeliveries)
      .set({ status: 'unknown' })
      .where(eq(newsletterDeliveries.status, 'handed_over'));
    const [email = ''] = responses.keys();
    const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email));
    const ofReader = eq(newsletterDeliveries.subscriberId, row?.id ?? '');
    await db.update(newsletterDeliveries).set({ status: 'handed_over', attempts: 2 }).where(ofReader);
    const outcomes: Behaviour[] = ['defer', 'accept', 'refuse', 'defer'];
    for (const response of responses.values()) response(outcomes.shift() ?? 'accept');
    await sending;
    const copies = { accepted: 1, refused: 1, unknown: 1, handed_over: 1, queued: 16, skipped: 0 };
    expect((await getIssue(id)).copies).toEqual(copies);
    expect(responses.size).toBe(4);
  });

  it('continues after a job was lost', async () => {
    await makeSubscribers(site.app.database, readers(3));
    const id = await createDueIssue();
    await site.app.database.db.execute(`delete from jobs where kind = 'newsletter.send'`);
    await site.app.jobs.runDue();
    advanceClock(2 * MINUTE_MS);
    await site.app.jobs.runDue();
    expect(await getIssue(id)).toMatchObject({ status: 'sent', copies: { accepted: 3 } });
  });
});
