import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#platform/durations.ts';
import type { DeliveryResult } from '#platform/mail/transport.ts';
import { uuidv7 } from '#platform/ids.ts';
import { databases } from '../../../../test/databases.ts';
import { makeSubscribers } from '../../../../test/newsletter.ts';
import { useDatabase } from '../../../../test/use-database.ts';
import { newsletterDeliveries, newsletterIssues, newsletterSubscribers } from '../tables.server.ts';
import { claimDeliveries, type Delivery } from './deliveries.server.ts';
import { recordOutcomes } from './outcomes.server.ts';

const EARLIER = new Date('2026-05-05T08:00:00Z');
const NOW = new Date('2026-05-05T09:00:00Z');

const ACCEPTED: DeliveryResult = { state: 'accepted' };
const REFUSED: DeliveryResult = { state: 'refused', reason: '550 No such user\r\n <ada@reader.example>' };
const UNKNOWN: DeliveryResult = { state: 'unknown', reason: 'The connection was lost.' };
const DEFERRED: DeliveryResult = { state: 'deferred', cause: 'recipient', reason: '451 ada@reader.example' };
const UNAVAILABLE: DeliveryResult = { state: 'deferred', cause: 'server', reason: '421 closing' };

describe.each(databases)('the outcome of a delivery, in the $name database', ({ open }) => {
  const opened = useDatabase(open);
  let issueId: string;
  beforeEach(async () => {
    const { db } = opened.database;
    await db.delete(newsletterIssues);
    await db.delete(newsletterSubscribers);
    issueId = uuidv7();
    await db
      .insert(newsletterIssues)
      .values({ id: issueId, number: 1, subject: 'An issue', status: 'sending', sendAt: EARLIER });
  });

  /** Deliveries that a run has claimed, to subscribers with so many refusals. */
  async function claim({ refusals = 0, attempts = 1, count = 1 } = {}): Promise<Delivery[]> {
    const { db } = opened.database;
    const emails = Array.from({ length: count }, (_, index) => `ada${index}@reader.example`);
    const subscribers = await makeSubscribers(opened.database, emails, { refusals });
    await db.insert(newsletterDeliveries).values(
      subscribers.map(({ id }) => ({
        id: uuidv7(),
        issueId,
        subscriberId: id,
        attempts: attempts - 1,
        dueAt: EARLIER,
        changedAt: EARLIER,
        reason: 'an earlier reason',
      })),
    );
    return opened.database.transaction((tx) => claimDeliveries(tx, issueId, { limit: 100, now: EARLIER }));
  }
  const record = (deliveries: readonly Delivery[], outcome: DeliveryResult, isStopped = false) =>
    opened.database.transaction((tx) =>
      recordOutcomes(
        tx,
        deliveries.map((delivery) => ({ delivery, outcome })),
        { isStopped, now: NOW },
      ),
    );
  const rows = () =>
    opened.database.db
      .select({
        status: newsletterDeliveries.status,
        attempts: newsletterDeliveries.attempts,
        dueAt: newsletterDeliveries.dueAt,
        changedAt: newsletterDeliveries.changedAt,
        reason: newsletterDeliveries.reason,
      })
      .from(newsletterDeliveries);
  const subscribers = () =>
    opened.database.db
      .select({ status: newsletterSubscribers.status, refusals: newsletterSubscribers.refusals })
      .from(newsletterSubscribers);
  const setStatus = (status: 'unknown' | 'accepted') =>
    opened.database.db.update(newsletterDeliveries).set({ status });

  const claimed = { status: 'handed_over', attempts: 1, dueAt: EARLIER, changedAt: EARLIER };
  const ended = { attempts: 1, dueAt: EARLIER, changedAt: NOW };

  test('accepted: has no reason, and resets the refusals of the recipient', async () => {
    const deliveries = await claim({ refusals: 2, count: 2 });
    expect(await rows()).toMatchObject([claimed, claimed]);
    await record(deliveries, ACCEPTED);
    const accepted = { ...ended, status: 'accepted', reason: null };
    expect(await rows()).toEqual([accepted, accepted]);
    const reset = { status: 'confirmed', refusals: 0 };
    expect(await subscribers()).toEqual([reset, reset]);
  });

  test('refused: has a reason without the address, and counts for the recipient', async () => {
    const [delivery] = await claim();
    await record(delivery === undefined ? [] : [delivery], REFUSED);
    expect(await rows()).toEqual([
      { ...ended, status: 'refused', reason: expect.stringMatching(/^550 No such user </) },
    ]);
    expect((await rows())[0]?.reason).not.toMatch(/ada|\n/);
    expect(await subscribers()).toEqual([{ status: 'confirmed', refusals: 1 }]);
  });

  test('refused for the third time: suspends the recipient, unless it has unsubscribed', async () => {
    await record(await claim({ refusals: 1 }), REFUSED);
    expect(await subscribers()).toEqual([{ status: 'confirmed', refusals: 2 }]);
    await opened.database.db.update(newsletterDeliveries).set({ status: 'queued', attempts: 0 });
    const again = await opened.database.transaction((tx) =>
      claimDeliveries(tx, issueId, { limit: 1, now: EARLIER }),
    );
    await record(again, REFUSED);
    expect(await subscribers()).toEqual([{ status: 'suspended', refusals: 3 }]);
    await opened.database.db.delete(newsletterSubscribers);
    const deliveries = await claim({ refusals: 5 });
    await opened.database.db.update(newsletterSubscribers).set({ status: 'unsubscribed' });
    await record(deliveries, REFUSED);
    expect(await subscribers()).toEqual([{ status: 'unsubscribed', refusals: 6 }]);
  });

  test('unknown: is no refusal, and is never due again', async () => {
    await record(await claim({ refusals: 2 }), UNKNOWN);
    expect(await rows()).toEqual([{ ...ended, status: 'unknown', reason: 'The connection was lost.' }]);
    expect(await subscribers()).toEqual([{ status: 'confirmed', refusals: 2 }]);
  });

  test.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [7, 64],
    [8, 120],
    [11, 120],
  ])('deferred at attempt %i: is due again %i minutes later', async (attempts, minutes) => {
    await record(await claim({ attempts, refusals: 2 }), DEFERRED);
    const dueAt = new Date(NOW.getTime() + minutes * MINUTE_MS);
    expect(await rows()).toEqual([
      { status: 'queued', attempts, dueAt, changedAt: NOW, reason: expect.stringMatching(/^451 [^@]*$/) },
    ]);
    expect(await subscribers()).toEqual([{ status: 'confirmed', refusals: 2 }]);
  });

  test('deferred at attempt 12: is refused, which does not count for the recipient', async () => {
    await record(await claim({ attempts: 12, refusals: 2 }), DEFERRED);
    const reason = expect.stringMatching(/^Failed after 12 attempts\. 451 [^@]*$/) as string;
    expect(await rows()).toEqual([{ ...ended, attempts: 12, status: 'refused', reason }]);
    expect(await subscribers()).toEqual([{ status: 'confirmed', refusals: 2 }]);
  });

  test('deferred because of the server: is due at once, and the attempt does not count', async () => {
    await record(await claim({ attempts: 12 }), UNAVAILABLE);
    expect(await rows()).toEqual([
      { status: 'queued', attempts: 11, dueAt: EARLIER, changedAt: NOW, reason: 'an earlier reason' },
    ]);
  });

  test('deferred after a stop: is skipped', async () => {
    const [first, second] = await claim({ count: 2 });
    await record(first === undefined ? [] : [first], DEFERRED, true);
    await record(second === undefined ? [] : [second], UNAVAILABLE, true);
    const skipped = { ...ended, status: 'skipped', reason: 'Sending was stopped.' };
    expect(await rows()).toEqual([skipped, skipped]);
  });

  test('that arrives late, when the delivery is unknown: is recorded, but is not tried again', async () => {
    for (const [outcome, status] of [
      [ACCEPTED, 'accepted'],
      [REFUSED, 'refused'],
      [DEFERRED, 'unknown'],
      [UNAVAILABLE, 'unknown'],
    ] as const) {
      await opened.database.db.delete(newsletterSubscribers);
      await opened.database.db.delete(newsletterDeliveries);
      const deliveries = await claim();
      await setStatus('unknown');
      await record(deliveries, outcome);
      expect(await rows()).toMatchObject([{ status, attempts: 1 }]);
    }
  });

  test('that arrives late, after another attempt or another outcome: changes nothing', async () => {
    for (const outcome of [ACCEPTED, REFUSED, UNKNOWN, DEFERRED, UNAVAILABLE]) {
      await opened.database.db.delete(newsletterSubscribers);
      await opened.database.db.delete(newsletterDeliveries);
      const deliveries = await claim();
      await opened.database.db.update(newsletterDeliveries).set({ attempts: 2 });
      await record(deliveries, outcome);
      expect(await rows()).toMatchObject([{ ...claimed, attempts: 2 }]);
      await opened.database.db.update(newsletterDeliveries).set({ attempts: 1, status: 'skipped' });
      await record(deliveries, outcome);
      expect(await rows()).toMatchObject([{ ...claimed, status: 'skipped' }]);
      expect(await subscribers()).toEqual([{ status: 'confirmed', refusals: 0 }]);
    }
  });

  test('is that of its own delivery, when several are recorded at once', async () => {
    const [first, second, third] = await claim({ count: 3, refusals: 1 });
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('none was claimed');
    await opened.database.transaction((tx) =>
      recordOutcomes(
        tx,
        [
          { delivery: first, outcome: ACCEPTED },
          { delivery: second, outcome: REFUSED },
        ],
        { isStopped: false, now: NOW },
      ),
    );
    const found = await opened.database.db
      .select({
        id: newsletterDeliveries.id,
        status: newsletterDeliveries.status,
        refusals: newsletterSubscribers.refusals,
      })
      .from(newsletterDeliveries)
      .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterDeliveries.subscriberId));
    expect(new Map(found.map(({ id, status, refusals }) => [id, [status, refusals]]))).toEqual(
      new Map([
        [first.id, ['accepted', 0]],
        [second.id, ['refused', 2]],
        [third.id, ['handed_over', 1]],
      ]),
    );
  });
});
