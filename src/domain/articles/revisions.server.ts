import { and, desc, eq, sql } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { DomainError } from '#platform/domain-error.ts';
import { toSnakeCase } from '#platform/key-case.ts';
import { ARTICLE_FIELDS, type ArticleFields } from './article-fields.ts';
import { requireStoredPermission } from './article-permissions.server.ts';
import { articleRevisions, type ArticleRow, articles } from './tables.server.ts';

/** A revision as the list of revisions shows it. */
export interface RevisionEntry {
  readonly revision: number;
  readonly title: string;
  readonly isDraft: boolean;
  readonly wordCount: number;
  readonly savedAt: Date;
  /** Null for sample articles and when the account was deleted. */
  readonly savedByName: string | null;
  /** The revision that this one restored; null for an ordinary save. */
  readonly restoredFrom: number | null;
  /** It was saved for later, as pending changes of a published article. */
  readonly isPending: boolean;
}

export type Revision = RevisionEntry & ArticleFields;

/** Stores the article, as it is given, as a revision: its `revision`, saved by `updatedBy` at `updatedAt`. */
export async function createRevision(
  tx: Transaction,
  article: ArticleRow,
  { restoredFrom = null, isPending = false }: Partial<Pick<RevisionEntry, 'restoredFrom' | 'isPending'>> = {},
): Promise<void> {
  await tx.insert(articleRevisions).values({
    ...article,
    articleId: article.id,
    savedBy: article.updatedBy,
    savedAt: article.updatedAt,
    restoredFrom,
    isPending,
  });
}

/** Stores the current state of every article as its first revision: for articles from before revisions were stored. */
export async function createFirstRevisions(tx: Transaction): Promise<void> {
  const fields = [...ARTICLE_FIELDS, 'revision', 'wordCount'].map((field) =>
    sql.identifier(toSnakeCase(field)),
  );
  const columns = sql.join(fields, sql`, `);
  await tx.execute(sql`
    insert into ${articleRevisions} (article_id, ${columns}, saved_by, saved_at)
    select id, ${columns}, updated_by, updated_at from ${articles}`);
}

const entryColumns = {
  revision: articleRevisions.revision,
  title: articleRevisions.title,
  isDraft: articleRevisions.isDraft,
  wordCount: articleRevisions.wordCount,
  savedAt: articleRevisions.savedAt,
  savedByName: user.name,
  restoredFrom: articleRevisions.restoredFrom,
  isPending: articleRevisions.isPending,
};

/** Newest first. Throws `not_found` for an unknown article, and `forbidden` for one that the actor may not read. */
export async function listRevisions(
  db: Db,
  actor: Actor,
  { id, page }: { readonly id: string; readonly page: number },
): Promise<PageOf<RevisionEntry>> {
  await requireReadable(db, actor, id);
  const ofArticle = eq(articleRevisions.articleId, id);
  const revisions = db
    .select(entryColumns)
    .from(articleRevisions)
    .leftJoin(user, eq(user.id, articleRevisions.savedBy))
    .where(ofArticle)
    .orderBy(desc(articleRevisions.revision));
  return readPage(revisions, {
    page,
    count: db.$count(articleRevisions, ofArticle),
  });
}

/** Throws as `listRevisions` does. */
export async function getRevision(
  db: Db,
  actor: Actor,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<Revision> {
  await requireReadable(db, actor, id);
  const [row] = await db
    .select({ revision: articleRevisions, savedByName: user.name })
    .from(articleRevisions)
    .leftJoin(user, eq(user.id, articleRevisions.savedBy))
    .where(and(eq(articleRevisions.articleId, id), eq(articleRevisions.revision, revision)));
  if (row === undefined) throw new DomainError('not_found');
  return { ...row.revision, savedByName: row.savedByName };
}

function requireReadable(db: Db, actor: Actor, id: string): Promise<void> {
  return requireStoredPermission(db, id, (article) =>
    requireArticlePermission(actor, 'article.read', article),
  );
}
