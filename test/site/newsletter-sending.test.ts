import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  newsletterDeliveries,
  newsletterSubscribers as subscribers,
} from '#domain/newsletter/tables.server.ts';
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
        email: subscribers.email,
        status: newsletterDeliveries.status,
        reason: newsletterDeliveries.reason,
      })
      .from(newsletterDeliveries)
      .leftJoin(subscribers, eq(subscribers.id, newsletterDeliveries.subscriberId))
      .orderBy(asc(subscribers.email));

  it('accounts for every recipient, whatever the mail server does', async () => {
    // For the one that does not respond; the others have an answer by then.
    await site.reopen('?socketTimeout=15000');
    const groups = { fine: 11, busy: 5, never: 2, gone: 3, doubtful: 2, silent: 1 };
    const emails = Object.entries(groups).flatMap(([name, count]) => readers(count, name));
    const behaviours: Readonly<Record<string, Behaviour>> = {
      busy: 'defer',
      never: 'defer',
      gone: 'refuse',
      doubtful: 'disconnect after data',
      silent: 'hang',
    };
    const attempted = new Set<string>();
    site.smtp.setBehaviourOf((email) => {
      const isFirst = !attempted.has(email);
      attempted.add(email);
      const [group = ''] = email.split(/\d/);
      // Greylisted first, then accepted.
      return isFirst || !/busy|silent/.test(group) ? (behaviours[group] ?? 'accept') : 'accept';
    });
    await makeSubscribers(site.app.database, emails);
    const id = await createDueIssue();
    await waitUntilSent();
    expect(await getIssue(id)).toMatchObject({
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
    const second = eq(subscribers.email, readers(6)[1] ?? '');
    await site.app.database.db.update(subscribers).set({ status: 'unsubscribed' }).where(second);
    const gone = await newsletterRequest(site.app, site.headers, `DELETE /subscribers/${first?.id}`);
    expect(gone.status).toBe(204);
    site.smtp.setBehaviours(['accept']);
    await waitUntilSent();
    expect(mailed()).toEqual(readers(6).slice(2));
    expect((await getIssue(id)).copies).toMatchObject({ accepted: 4, skipped: 2 });
  });

  it.each<[failure: string, begin: () => void | Promise<void>]>([
    ['the sender is deferred', () => site.smtp.setBehaviours(['defer sender'])],
    ['the server is unreachable', () => site.smtp.close()],
  ])('waits without failing any delivery while %s', async (_, begin) => {
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
    expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
      new Set(['queued 0']),
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
      // The mailbox of the other one was full once.
      site.smtp.setBehaviourOf((email) => (email.startsWith('gone0') ? 'refuse' : 'accept'));
    }
    const states = async () =>
      (await site.app.database.db.select().from(subscribers).orderBy(asc(subscribers.email))).map(
        ({ email, status, refusals }) => `${email} ${status} ${refusals}`,
      );
    expect(await states()).toEqual([
      'gone0@reader.example suspended 3',
      'gone1@reader.example confirmed 0',
      'r0@reader.example confirmed 0',
    ]);
    site.smtp.setBehaviourOf(() => 'accept');
    const before = site.smtp.rawMails.length;
    await createDueIssue();
    await waitUntilSent();
    expect(mailed().filter((email) => email.startsWith('gone0'))).toEqual([]);
    expect(site.smtp.rawMails).toHaveLength(before + 2);
    const network = { 'x-forwarded-for': '198.51.100.7' };
    await submitForm(site.app, '/newsletter', { email: 'gone0@reader.example' }, network);
    await site.app.jobs.runDue();
    const confirmationText = (await site.smtp.received()).at(-1)?.mail.text;
    await submitForm(site.app, pathIn(confirmationText, '/newsletter/confirm?token='));
    expect(await states()).toContain('gone0@reader.example confirmed 0');
  });
});
