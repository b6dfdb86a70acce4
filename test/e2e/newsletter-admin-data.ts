import {
  newsletterDeliveries,
  newsletterIssueArticles,
  newsletterIssues,
  newsletterSubscribers,
} from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { makeArticle } from '../factories.ts';
import { draftOnAnotherDay, makeSubscribers } from '../newsletter.ts';

export const ago = (ms: number) => new Date(Date.now() - ms);

/** Articles, subscribers in every state, an issue that was sent, and one whose sending is paused. */
export async function fillNewsletter(database: Database): Promise<void> {
  await draftOnAnotherDay(database);
  for (const [index, title] of ['The newest', 'The second', 'The third'].entries())
    await makeArticle(database, { title, publishDate: ago((index + 1) * HOUR_MS) });
  await makeArticle(database, { title: 'Twenty days old', publishDate: ago(20 * DAY_MS) });
  for (let week = 0; week < 12; week++)
    await makeSubscribers(
      database,
      Array.from({ length: 3 + (week % 5) }, (_, index) => `w${week}-${index}@reader.example`),
      { confirmedAt: ago((12 - week) * 7 * DAY_MS) },
    );
  await makeSubscribers(database, ['left@reader.example'], {
    status: 'unsubscribed',
    unsubscribedAt: ago(DAY_MS),
  });
  await makeSubscribers(database, ['waits@reader.example'], {
    status: 'pending',
    confirmedAt: null,
    confirmationWithheldAt: ago(HOUR_MS),
  });
  await createSentIssue(database);
  await createPausedIssue(database);
}

/** Creates a sent issue with deliveries in every final state. */
async function createSentIssue(database: Database): Promise<void> {
  const { db } = database;
  const [id, at] = [uuidv7(), ago(7 * DAY_MS)];
  const article = await makeArticle(database, { title: 'Of last week', publishDate: ago(8 * DAY_MS) });
  const text = { subject: 'Last week', html: '<p>Last week</p>', text: 'Last week' };
  const issue = { id, number: 1, status: 'sent' as const, ...text };
  await db.insert(newsletterIssues).values({ ...issue, sendAt: at, startedAt: at, sentAt: at });
  await db.insert(newsletterIssueArticles).values({ issueId: id, articleId: article.id, position: 0 });
  await createDeliveries(database, id, at, ['accepted', 'accepted', 'refused', 'unknown']);
}

/** Creates an issue whose sending is paused because the mail server deferred it. */
async function createPausedIssue(database: Database): Promise<void> {
  const [id, at] = [uuidv7(), ago(HOUR_MS)];
  const text = { subject: 'On its way', html: '<p>On its way</p>', text: 'On its way' };
  const issue = { id, number: 2, status: 'sending' as const, ...text, sendAt: at, startedAt: at };
  const pause = { pauses: 3, pausedUntil: ago(-DAY_MS), problem: '451 Try again later' };
  await database.db.insert(newsletterIssues).values({ ...issue, ...pause });
  await createDeliveries(database, id, at, ['accepted', 'queued', 'queued', 'queued']);
}

type Status = (typeof newsletterDeliveries.$inferInsert)['status'];

/** Creates a delivery to a subscriber for each of these states. */
async function createDeliveries({ db }: Database, issueId: string, at: Date, states: readonly Status[]) {
  const readers = await db.select().from(newsletterSubscribers).limit(states.length);
  const times = { dueAt: at, changedAt: at, attempts: 1 };
  await db.insert(newsletterDeliveries).values(
    readers.map(({ id: subscriberId }, index) => {
      const status = states[index];
      const reason = status === 'refused' ? '550 No such mailbox' : null;
      return { id: uuidv7(), issueId, subscriberId, status, reason, ...times };
    }),
  );
}
