import { asc, eq, ilike, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { countPages, pageOffset } from '#platform/paging.ts';
import { articleBylines } from '../tables.server.ts';
import { type AuthorRow, authors } from './tables.server.ts';

/** Authors on one page of the list of the newsroom. */
const AUTHOR_PAGE_SIZE = 20;

/** An author as the newsroom sees it. */
export interface NewsroomAuthor extends AuthorRow {
  /** Drafts included. */
  readonly articleCount: number;
}

export interface AuthorPage {
  readonly authors: readonly NewsroomAuthor[];
  readonly total: number;
  readonly page: number;
  readonly pageCount: number;
}

const articleCount = sql<number>`(
  select count(*)::int from ${articleBylines} where ${articleBylines.authorId} = ${authors.id}
)`;

/** By name. @param search a part of the name; empty for all */
export async function listAuthors(
  db: Db,
  { search, page }: { readonly search: string; readonly page: number },
): Promise<AuthorPage> {
  const matches =
    search === '' ? undefined : ilike(authors.name, `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  const total = await db.$count(authors, matches);
  const rows = await db
    .select({ author: authors, articleCount })
    .from(authors)
    .where(matches)
    .orderBy(asc(sql`lower(${authors.name}) collate "C"`), asc(authors.id))
    .limit(AUTHOR_PAGE_SIZE)
    .offset(pageOffset(page, AUTHOR_PAGE_SIZE));
  const pageCount = countPages(total, AUTHOR_PAGE_SIZE);
  return {
    authors: rows.map((row) => ({ ...row.author, articleCount: row.articleCount })),
    total,
    page,
    pageCount,
  };
}

/** Throws `not_found`. */
export async function getAuthor(db: Db, id: string): Promise<NewsroomAuthor> {
  const [row] = await db.select({ author: authors, articleCount }).from(authors).where(eq(authors.id, id));
  if (row === undefined) throw new DomainError('not_found', 'This author no longer exists.');
  return { ...row.author, articleCount: row.articleCount };
}
