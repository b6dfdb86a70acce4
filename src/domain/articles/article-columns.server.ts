import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { categories } from '#domain/categories/tables.server.ts';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Byline } from './bylines.ts';
import { type PausedSchedule, SCHEDULED_ACTIONS } from './schedule/schedule.ts';

/**
 * The columns of `articleFields`, which articles, revisions and autosaves have. Functions, because every table and view
 * needs its own column objects.
 */
export const fieldColumns = () => ({
  slug: text('slug').notNull(),
  title: text('title').notNull(),
  excerpt: text('excerpt').notNull(),
  content: text('content').notNull(),
  categorySlug: text('category_slug').notNull(),
  /** The names of `bylines` as one text, for the search and the API. */
  authorName: text('author_name').notNull(),
  /** At least one: a trigger creates the byline of a row that is inserted with `author_name` only. */
  bylines: jsonb('bylines').$type<Byline[]>().notNull().default([]),
  authorImage: text('author_image').notNull(),
  readTime: text('read_time').notNull(),
  featured: boolean('featured').notNull(),
  image: text('image').notNull(),
  /** Null while the picture has no text alternative; empty when it is decorative. */
  imageAlt: text('image_alt'),
  tags: text('tags').array().notNull(),
  isDraft: boolean('is_draft').notNull(),
  /** An editor set the read time, even if it equals the calculated value. */
  readTimeTyped: boolean('read_time_typed').notNull().default(false),
  /** BCP 47; empty for the language of the site. */
  lang: text('lang').notNull().default(''),
});

/** The columns of the table, which the view of published articles has as well. */
export const articleColumns = () => {
  const fields = fieldColumns();
  return {
    id: uuid('id').primaryKey().$defaultFn(uuidv7),
    ...fields,
    slug: fields.slug.unique(),
    categorySlug: fields.categorySlug.references(() => categories.slug),
    authorName: fields.authorName.default('Meridian Editorial Team'),
    authorImage: fields.authorImage.default('/placeholder.svg'),
    readTime: fields.readTime.default('5 min read'),
    featured: fields.featured.default(false),
    image: fields.image.default(''),
    imageAlt: fields.imageAlt.default(''),
    tags: fields.tags.default(sql`'{}'`),
    isDraft: fields.isDraft.default(true),
    publishDate: timestampMs('publish_date'),
    isSample: boolean('is_sample').notNull().default(false),
    wordCount: integer('word_count').notNull().default(0),
    createdBy: uuid('created_by').references(() => user.id, { onDelete: 'set null' }),
    updatedBy: uuid('updated_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
    revision: integer('revision').notNull().default(1),
    /** Null for an article from before there was this column: its id in feeds is its UUID. */
    feedId: text('feed_id'),
  };
};

/** The view of published articles has it as its `updated_at`. */
export const modificationColumns = () => ({
  /**
   * When readers last got another text, byline or date, if that was not at `updated_at`: a save that changes nothing of these
   * moves only `updated_at`.
   */
  modifiedAt: timestampMs('modified_at'),
});

/** Not in the view of published articles, which readers see. */
export const reviewColumns = () => ({
  /** When the draft was submitted for review; null if it is not in review. */
  submittedAt: timestampMs('submitted_at'),
  /** When an editor returned the draft; null if it was submitted again or published since. */
  returnedAt: timestampMs('returned_at'),
});

/** Not in the view of published articles: an article in the trash is a draft (`is_draft`) as long as it is there. */
export const trashColumns = () => ({
  /** When the article was moved to the trash; null if it is not there. */
  trashedAt: timestampMs('trashed_at'),
  trashedBy: uuid('trashed_by').references(() => user.id, { onDelete: 'set null' }),
  /** Readers could see it before, so restoring publishes it again. */
  trashedPublished: boolean('trashed_published').notNull().default(false),
});

/** Not in the view of published articles. */
export const pendingColumns = () => ({
  /**
   * The revision that readers see while the newest one has changes that are saved for later (`pending/`); null without such
   * changes.
   */
  liveRevision: integer('live_revision'),
});

/** Not in the view of published articles. The first four are all null or none, except that the account can be deleted. */
export const scheduleColumns = () => ({
  scheduledAction: text('scheduled_action', { enum: SCHEDULED_ACTIONS }),
  scheduledAt: timestampMs('scheduled_at'),
  scheduledBy: uuid('scheduled_by').references(() => user.id, { onDelete: 'set null' }),
  /** The job that does it. A job whose id is not here any more does nothing. */
  scheduledJob: uuid('scheduled_job'),
  /** What was scheduled by someone who may not publish the article any more; null for nothing, and while something is scheduled. */
  pausedSchedule: jsonb('paused_schedule').$type<PausedSchedule>(),
});
