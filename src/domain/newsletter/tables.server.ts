import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DELIVERY_STATES } from './delivery.ts';
import { ISSUE_STATES } from './issue.ts';
import { SUBSCRIBER_STATES } from './subscriber.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const account = (name: string) => uuid(name).references(() => user.id, { onDelete: 'set null' });

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    email: text('email').notNull().unique(),
    status: text('status', { enum: SUBSCRIBER_STATES }).notNull().default('pending'),
    /** How the address came here. */
    source: text('source', { enum: ['form', 'import'] })
      .notNull()
      .default('form'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the form was last sent with this address: one that nobody confirms is forgotten a month later. */
    askedAt: moment('asked_at').notNull().defaultNow(),
    confirmedAt: moment('confirmed_at'),
    unsubscribedAt: moment('unsubscribed_at'),
    /** The sentence that was agreed to, word for word: the proof a mail authority asks for. */
    consent: text('consent').notNull().default(''),
    confirmationMailedAt: moment('confirmation_mailed_at'),
    /** Set while a confirmation mail is held back, because more were asked for within an hour than are sent. */
    confirmationWithheldAt: moment('confirmation_withheld_at'),
    /** Issues that the mail server refused for this address since the last that it took. */
    refusals: integer('refusals').notNull().default(0),
  },
  (table) => [
    check('newsletter_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('newsletter_email_length', sql`length(${table.email}) between 3 and 254`),
    check(
      'newsletter_status',
      sql`${table.status} in ('pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked')`,
    ),
    check('newsletter_source', sql`${table.source} in ('form', 'import')`),
    check('newsletter_consent_length', sql`length(${table.consent}) <= 1000`),
    index('newsletter_subscribers_status').on(table.status, table.id),
    // The mails of the last hour are counted before each further one.
    index('newsletter_subscribers_mailed').on(table.confirmationMailedAt),
    index('newsletter_subscribers_withheld')
      .on(table.confirmationWithheldAt)
      .where(sql`${table.confirmationWithheldAt} is not null`),
  ],
);

/** Addresses whose rows were deleted, as keyed hashes: a list that is brought in later does not add them again. */
export const newsletterSuppressions = pgTable('newsletter_suppressions', {
  hash: text('hash').primaryKey(),
  /** The address was blocked: it is not even asked to confirm. */
  blocked: boolean('blocked').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    /** Given when sending begins, so that the archive has no gaps. */
    number: integer('number').unique(),
    status: text('status', { enum: ISSUE_STATES }).notNull().default('draft'),
    subject: text('subject').notNull(),
    /** Plain text above the articles; an empty line begins a paragraph. */
    note: text('note').notNull().default(''),
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    updatedBy: account('updated_by'),
    approvedBy: account('approved_by'),
    /** When the hold after the approval ends. */
    sendAt: moment('send_at'),
    /** The mail as it was when sending began: everybody gets the same, whatever happens to the articles meanwhile. */
    html: text('html'),
    text: text('text'),
    startedAt: moment('started_at'),
    sentAt: moment('sent_at'),
    /** Which run is sending, and until when it may be believed to be alive. One at a time. */
    sender: uuid('sender'),
    senderUntil: moment('sender_until'),
    /** How often in a row the mail server asked to wait, until when that holds, and what it said last. */
    pauses: integer('pauses').notNull().default(0),
    pausedUntil: moment('paused_until'),
    problem: text('problem'),
    /** What is left is not sent: an administrator said so. */
    stopped: boolean('stopped').notNull().default(false),
  },
  (table) => [
    check('newsletter_issues_status', sql`${table.status} in ('draft', 'approved', 'sending', 'sent')`),
    check('newsletter_issues_subject', sql`length(${table.subject}) between 1 and 200`),
    check('newsletter_issues_note', sql`length(${table.note}) <= 3000`),
    check('newsletter_issues_send_at', sql`(${table.status} = 'draft') = (${table.sendAt} is null)`),
    check(
      'newsletter_issues_number',
      sql`(${table.status} in ('sending', 'sent')) = (${table.number} is not null)`,
    ),
    // One issue at a time is worked on.
    uniqueIndex('newsletter_issues_open')
      .on(sql`(true)`)
      .where(sql`${table.status} in ('draft', 'approved')`),
  ],
);

export const newsletterIssueArticles = pgTable(
  'newsletter_issue_articles',
  {
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    articleId: uuid('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.articleId] }),
    index('newsletter_issue_articles_article').on(table.articleId),
  ],
);

/** One row for each recipient of an issue, all of them made at once when sending begins. */
export const newsletterDeliveries = pgTable(
  'newsletter_deliveries',
  {
    id: uuid('id').primaryKey(),
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Null when the subscriber was deleted since. */
    subscriberId: uuid('subscriber_id').references(() => newsletterSubscribers.id, { onDelete: 'set null' }),
    status: text('status', { enum: DELIVERY_STATES }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before. */
    dueAt: moment('due_at').notNull(),
    /** When it reached its present status. */
    changedAt: moment('changed_at').notNull(),
    /** What the mail server said, without addresses. */
    reason: text('reason'),
  },
  (table) => [
    check(
      'newsletter_deliveries_status',
      sql`${table.status} in ('queued', 'handed_over', 'accepted', 'refused', 'unknown', 'skipped')`,
    ),
    unique('newsletter_deliveries_recipient').on(table.issueId, table.subscriberId),
    index('newsletter_deliveries_status').on(table.issueId, table.status, table.dueAt),
    index('newsletter_deliveries_subscriber').on(table.subscriberId),
  ],
);
