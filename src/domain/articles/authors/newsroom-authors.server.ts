import { asc, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { user } from '#domain/accounts/tables.server.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { countPages, type Paged, pageOffset, NEWSROOM_PAGE_SIZE } from '#platform/paging.ts';
import { articleBylines } from '../tables.server.ts';
import { type AuthorRow, authors } from './tables.server.ts';

/** An author as the newsroom sees it. */
export interface NewsroomAuthor extends AuthorRow {
  /** Null for a profile without an account. */
  readonly accountName: string | null;
  /** Drafts included. */
  readonly articleCount: number;
}

export interface AuthorPage extends Paged {
  readonly authors: readonly NewsroomAuthor[];
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
    .select({ author: authors, accountName: user.name, articleCount })
    .from(authors)
    .leftJoin(user, eq(user.id, authors.userId))
    .where(matches)
    .orderBy(asc(sql`lower(${authors.name}) collate "C"`), asc(authors.id))
    .limit(NEWSROOM_PAGE_SIZE)
    .offset(pageOffset(page, NEWSROOM_PAGE_SIZE));
  const pageCount = countPages(total, NEWSROOM_PAGE_SIZE);
  return {
    authors: rows.map(toNewsroomAuthor),
    total,
    page,
    pageCount,
  };
}

/** Throws `not_found`. */
export async function getAuthor(db: Db, id: string): Promise<NewsroomAuthor> {
  const found = await findAuthor(db, eq(authors.id, id));
  if (found === null) throw new DomainError('not_found', 'This author no longer exists.');
  return found;
}

/** The profile of an account, or null. */
export const findAuthorOfAccount = (db: Db, userId: string): Promise<NewsroomAuthor | null> =>
  findAuthor(db, eq(authors.userId, userId));

async function findAuthor(db: Db, where: SQL): Promise<NewsroomAuthor | null> {
  const [row] = await db
    .select({ author: authors, accountName: user.name, articleCount })
    .from(authors)
    .leftJoin(user, eq(user.id, authors.userId))
    .where(where);
  return row === undefined ? null : toNewsroomAuthor(row);
}

const toNewsroomAuthor = ({
  author,
  ...more
}: { readonly author: AuthorRow } & Pick<
  NewsroomAuthor,
  'accountName' | 'articleCount'
>): NewsroomAuthor => ({
  ...author,
  ...more,
});
