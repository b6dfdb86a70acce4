import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DELIVERY_STATES } from './delivery.ts';
import { ISSUE_STATES } from './issue.ts';
import { SUBSCRIBER_STATES } from './subscriber.ts';

const account = (name: string) => uuid(name).references(() => user.id, { onDelete: 'set null' });

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    email: text('email').notNull().unique(),
    status: text('status', { enum: SUBSCRIBER_STATES }).notNull().default('pending'),
    /** How the address was added. */
    source: text('source', { enum: ['form', 'import'] })
      .notNull()
      .default('form'),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    /** When the form was last submitted with this address. The retention period of unconfirmed addresses starts here. */
    askedAt: timestampMs('asked_at').notNull().defaultNow(),
    confirmedAt: timestampMs('confirmed_at'),
    unsubscribedAt: timestampMs('unsubscribed_at'),
    /** The consent text, verbatim, as proof of consent. */
    consent: text('consent').notNull().default(''),
    confirmationMailedAt: timestampMs('confirmation_mailed_at'),
    /** Set while a confirmation email is deferred: above the hourly limit, or after an import until it is released. */
    confirmationWithheldAt: timestampMs('confirmation_withheld_at'),
    /** Consecutive issues that the mail server refused for this address. */
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
    // For the count of confirmation emails within the last hour.
    index('newsletter_subscribers_mailed').on(table.confirmationMailedAt),
    index('newsletter_subscribers_withheld')
      .on(table.confirmationWithheldAt)
      .where(sql`${table.confirmationWithheldAt} is not null`),
  ],
);

/** Keyed hashes of addresses whose rows were deleted, so that a later import does not add them again. */
export const newsletterSuppressions = pgTable('newsletter_suppressions', {
  hash: text('hash').primaryKey(),
  /** The address was blocked, so it gets no confirmation email either. */
  blocked: boolean('blocked').notNull().default(false),
  createdAt: timestampMs('created_at').notNull(),
});

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    /** Assigned when sending starts, so that the archive has no gaps. */
    number: integer('number').unique(),
    status: text('status', { enum: ISSUE_STATES }).notNull().default('draft'),
    subject: text('subject').notNull(),
    /** Plain text above the articles. An empty line starts a paragraph. */
    note: text('note').notNull().default(''),
    revision: integer('revision').notNull().default(1),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
    updatedBy: account('updated_by'),
    approvedBy: account('approved_by'),
    /** Scheduled start of sending; null for a draft. */
    sendAt: timestampMs('send_at'),
    /** The email as rendered when sending started, so that all recipients get the same even if articles change. */
    html: text('html'),
    text: text('text'),
    startedAt: timestampMs('started_at'),
    sentAt: timestampMs('sent_at'),
    /** Lease of the run that sends the issue: its fencing token and expiry. One run at a time. */
    sender: uuid('sender'),
    senderUntil: timestampMs('sender_until'),
    /** Consecutive pauses because of the mail server, end of the current pause, and the last message for administrators. */
    pauses: integer('pauses').notNull().default(0),
    pausedUntil: timestampMs('paused_until'),
    problem: text('problem'),
    /** An administrator has stopped sending. */
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
    // At most one issue is a draft or approved.
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

/** One row for each recipient of an issue. All rows are inserted in one statement when sending starts. */
export const newsletterDeliveries = pgTable(
  'newsletter_deliveries',
  {
    id: uuid('id').primaryKey(),
    issueId: uuid('issue_id')
      .notNull()
      .references(() => newsletterIssues.id, { onDelete: 'cascade' }),
    /** Null when the subscriber was deleted. */
    subscriberId: uuid('subscriber_id').references(() => newsletterSubscribers.id, { onDelete: 'set null' }),
    status: text('status', { enum: DELIVERY_STATES }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest time of the next attempt. */
    dueAt: timestampMs('due_at').notNull(),
    /** Time of the last change of status. */
    changedAt: timestampMs('changed_at').notNull(),
    /** Response of the mail server, without addresses. */
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
