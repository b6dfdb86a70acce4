import { and, asc, count, desc, eq, getTableColumns, ilike, inArray, isNull, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { countPages, type Paged, pageOffset, NEWSROOM_PAGE_SIZE } from '#platform/paging.ts';
import { type Byline, bylineText, uniqueBylines } from '../bylines.ts';
import { invalidateArticles } from '../invalidation.server.ts';
import { lockAuthorNames } from '../signing.server.ts';
import { articleBylines, articles } from '../tables.server.ts';
import { authors } from './tables.server.ts';

/** Articles that one request links. A name can be on all articles, and a transaction locks its articles. */
export const LINK_BATCH_SIZE = 50;

/** A name without a profile in the bylines of articles. */
export interface FreeByline {
  readonly name: string;
  /** Drafts included. */
  readonly articleCount: number;
}

export interface FreeBylinePage extends Paged {
  readonly bylines: readonly FreeByline[];
}

/** The names without a profile, those of the most articles first. @param search a part of the name; empty for all */
export async function listFreeBylines(
  db: Db,
  actor: Actor,
  { search, page }: { readonly search: string; readonly page: number },
): Promise<FreeBylinePage> {
  requirePermission(actor, 'author.edit');
  const matches = and(
    isNull(articleBylines.authorId),
    search === '' ? undefined : ilike(articleBylines.name, `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`),
  );
  const [counted] = await db
    .select({ total: sql<number>`count(distinct ${articleBylines.name})::int` })
    .from(articleBylines)
    .where(matches);
  const articleCount = count();
  const bylines = await db
    .select({ name: articleBylines.name, articleCount })
    .from(articleBylines)
    .where(matches)
    .groupBy(articleBylines.name)
    .orderBy(desc(articleCount), asc(sql`${articleBylines.name} collate "C"`))
    .limit(NEWSROOM_PAGE_SIZE)
    .offset(pageOffset(page, NEWSROOM_PAGE_SIZE));
  const total = counted?.total ?? 0;
  return { bylines, total, page, pageCount: countPages(total, NEWSROOM_PAGE_SIZE) };
}

interface BylineLink {
  readonly name: string;
  /** The id of the author. */
  readonly author: string;
}

interface LinkedBylines {
  /** Articles that this request has linked. */
  readonly linked: number;
  /** Articles that still have the name without a profile. */
  readonly remaining: number;
}

/**
 * Links a name without a profile to an author, in at most `LINK_BATCH_SIZE` articles; call it again while some remain. The
 * articles get the name of the author, and no revision: their text is the same. Throws `not_found` for an unknown author.
 */
export async function linkFreeByline(
  { database }: { readonly database: Database },
  actor: Actor,
  { name, author: id }: BylineLink,
): Promise<LinkedBylines> {
  requirePermission(actor, 'author.edit');
  return database.transaction(async (tx) => {
    await lockAuthorNames(tx);
    const [author] = await tx.select({ name: authors.name }).from(authors).where(eq(authors.id, id));
    if (author === undefined) throw new DomainError('not_found', 'This author no longer exists.');
    const linked = await linkBatch(tx, name, { author: id, name: author.name });
    const detail = `${name}: ${linked}`;
    if (linked > 0)
      await recordEvent(tx, actor, { action: 'bylines_linked', object: { id, name: author.name }, detail });
    return { linked, remaining: await tx.$count(articleBylines, isFree(name)) };
  });
}

const isFree = (name: string) => and(isNull(articleBylines.authorId), eq(articleBylines.name, name));

/** Returns the number of changed articles. */
async function linkBatch(tx: Transaction, name: string, linked: Byline): Promise<number> {
  const found = tx
    .select({ id: articleBylines.articleId })
    .from(articleBylines)
    .where(isFree(name))
    .orderBy(asc(articleBylines.articleId))
    .limit(LINK_BATCH_SIZE);
  const { content: _, ...columns } = getTableColumns(articles);
  const rows = await tx
    .select(columns)
    .from(articles)
    .where(inArray(articles.id, found))
    .orderBy(asc(articles.id))
    .for('update');
  const changes = rows.map((before) => {
    const bylines = uniqueBylines(
      before.bylines.map((byline) => (byline.author === null && byline.name === name ? linked : byline)),
    );
    return { before, after: { ...before, bylines, authorName: bylineText(bylines) } };
  });
  const written = changes.map(({ after: { id, bylines, authorName } }) => ({ id, bylines, authorName }));
  await tx.execute(sql`
    update ${articles} set bylines = changed.bylines, author_name = changed."authorName"
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as changed(id uuid, bylines jsonb, "authorName" text)
    where ${articles.id} = changed.id`);
  await invalidateArticles(tx, changes);
  return rows.length;
}
