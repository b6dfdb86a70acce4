import { articles } from '#domain/articles/tables.server.ts';
import { feedTagsOf } from '#domain/articles/feeds/feed.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/durations.ts';
import { uuidv7 } from '#platform/ids.ts';
import { createSequence } from './sequence.ts';

type NewArticle = typeof articles.$inferInsert;
export type ArticleRow = typeof articles.$inferSelect;
type NewComment = typeof comments.$inferInsert;
export type CommentRow = typeof comments.$inferSelect;

const nextNumber = createSequence();

/**
 * Inserts a published article directly, without a command. `overrides` names the fields that matter to the test. Each
 * article is a day older than the previous one.
 */
export async function makeArticle(
  database: Database,
  overrides: Partial<NewArticle> = {},
): Promise<ArticleRow> {
  const number = nextNumber();
  return insertArticle(database, {
    slug: `article-${number}`,
    title: `Article ${number}`,
    excerpt: `What article ${number} is about`,
    content: `<p>The text of article ${number}.</p>`,
    categorySlug: 'global-politics',
    authorName: 'Ada Lovelace',
    isDraft: false,
    publishDate: new Date(Date.now() - number * DAY_MS),
    ...overrides,
  });
}

/** An article that no reader may see. */
export function makeDraft(database: Database, overrides: Partial<NewArticle> = {}): Promise<ArticleRow> {
  return makeArticle(database, { isDraft: true, publishDate: null, ...overrides });
}

/** A draft that will be published tomorrow. There is no job that does it. */
export function makeScheduledArticle(
  database: Database,
  overrides: Partial<NewArticle> = {},
): Promise<ArticleRow> {
  return makeDraft(database, {
    scheduledAction: 'publish',
    scheduledAt: new Date(Date.now() + DAY_MS),
    scheduledJob: uuidv7(),
    ...overrides,
  });
}

/** Inserts the row of a stored picture with three widths. There are no files. */
export async function makePicture(
  database: Database,
  picture: Pick<typeof images.$inferInsert, 'url'> & Partial<typeof images.$inferInsert>,
): Promise<void> {
  await database.db
    .insert(images)
    .values({ width: 1440, height: 900, widths: [480, 960, 1440], color: '#112233', ...picture });
}

export async function makeComment(
  database: Database,
  article: { readonly id: string },
  overrides: Partial<NewComment> = {},
): Promise<CommentRow> {
  const number = nextNumber();
  const comment = {
    articleId: article.id,
    userEmail: `reader-${number}@example.com`,
    commentText: `What reader ${number} thinks`,
    ...overrides,
  };
  return database.transaction(async (tx) => {
    tx.invalidate(pageTags.article(article.id));
    return only(await tx.insert(comments).values(comment).returning());
  });
}

async function insertArticle(database: Database, article: NewArticle): Promise<ArticleRow> {
  return database.transaction(async (tx) => {
    const row = only(await tx.insert(articles).values(article).returning());
    const section = row.categorySlug;
    tx.invalidate(
      pageTags.article(row.id),
      pageTags.section(section),
      pageTags.related(section),
      pageTags.list,
    );
    tx.invalidate(pageTags.newest);
    tx.purge(pageTags.sitemap, ...feedTagsOf(row));
    return row;
  });
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
}
