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
  const id = uuidv7();
  const article = await makeArticle(database, { title: 'Of last week', publishDate: ago(8 * DAY_MS) });
  await db.insert(newsletterIssues).values({
    id,
    number: 1,
    status: 'sent',
    subject: 'Last week',
    html: '<p>Last week</p>',
    text: 'Last week',
    sendAt: ago(7 * DAY_MS),
    startedAt: ago(7 * DAY_MS),
    sentAt: ago(7 * DAY_MS),
  });
  await db.insert(newsletterIssueArticles).values({ issueId: id, articleId: article.id, position: 0 });
  const readers = await db.select().from(newsletterSubscribers).limit(4);
  const states = ['accepted', 'accepted', 'refused', 'unknown'] as const;
  const at = ago(7 * DAY_MS);
  await db.insert(newsletterDeliveries).values(
    readers.map(({ id: subscriberId }, index) => ({
      id: uuidv7(),
      issueId: id,
      subscriberId,
      status: states[index] ?? 'accepted',
      attempts: 1,
      dueAt: at,
      changedAt: at,
      reason: states[index] === 'refused' ? '550 No such mailbox' : null,
    })),
  );
}

/** Creates an issue whose sending is paused because the mail server deferred it. */
async function createPausedIssue({ db }: Database): Promise<void> {
  const id = uuidv7();
  await db.insert(newsletterIssues).values({
    id,
    number: 2,
    status: 'sending',
    subject: 'On its way',
    html: '<p>On its way</p>',
    text: 'On its way',
    sendAt: ago(HOUR_MS),
    startedAt: ago(HOUR_MS),
    pauses: 3,
    pausedUntil: ago(-DAY_MS),
    problem: '451 Try again later',
  });
  const readers = await db.select().from(newsletterSubscribers).limit(4);
  await db.insert(newsletterDeliveries).values(
    readers.map(({ id: subscriberId }, index) => ({
      id: uuidv7(),
      issueId: id,
      subscriberId,
      status: index === 0 ? ('accepted' as const) : ('queued' as const),
      dueAt: ago(HOUR_MS),
      changedAt: ago(HOUR_MS),
    })),
  );
}
