import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import { sanitiseInput } from '#domain/articles/html-processing.server.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { readPage } from '#platform/paging.ts';
import { PAGE_LIMIT, type ShownPage } from './page.ts';
import type { PageInput } from './page-input.ts';
import { renderOwnPage } from './queries.server.ts';
import { type OwnPageRow, ownPageRevisions, ownPages } from './tables.server.ts';

const { content: _content, ...listColumns } = getTableColumns(ownPages);

/** By title, without the texts. */
export function listOwnPages(db: Db, actor: Actor): Promise<Omit<OwnPageRow, 'content'>[]> {
  requirePermission(actor, 'page.edit');
  return db
    .select(listColumns)
    .from(ownPages)
    .orderBy(asc(ownPages.title), asc(ownPages.id))
    .limit(PAGE_LIMIT);
}

/** Throws `not_found`. */
export async function getOwnPage(db: Db, actor: Actor, id: string): Promise<OwnPageRow> {
  requirePermission(actor, 'page.edit');
  const [page] = await db.select().from(ownPages).where(eq(ownPages.id, id));
  if (page === undefined) throw new DomainError('not_found', 'This page no longer exists.');
  return page;
}

const entryColumns = {
  revision: ownPageRevisions.revision,
  title: ownPageRevisions.title,
  isDraft: ownPageRevisions.isDraft,
  savedAt: ownPageRevisions.savedAt,
  /** Null when the account was deleted. */
  savedByName: user.name,
  restoredFrom: ownPageRevisions.restoredFrom,
};

/** Newest first. Throws `not_found` for an unknown page. */
export async function listPageRevisions(
  db: Db,
  actor: Actor,
  { id, page }: { readonly id: string; readonly page: number },
) {
  await getOwnPage(db, actor, id);
  const ofPage = eq(ownPageRevisions.pageId, id);
  const revisions = db
    .select(entryColumns)
    .from(ownPageRevisions)
    .leftJoin(user, eq(user.id, ownPageRevisions.savedBy))
    .where(ofPage)
    .orderBy(desc(ownPageRevisions.revision));
  return readPage(revisions, { page, count: db.$count(ownPageRevisions, ofPage) });
}

/** Throws `not_found` for an unknown page or revision. */
export async function getPageRevision(
  db: Db,
  actor: Actor,
  { id, revision }: { readonly id: string; readonly revision: number },
) {
  requirePermission(actor, 'page.edit');
  const { slug, excerpt, content, lang, inFooter } = ownPageRevisions;
  const [found] = await db
    .select({ ...entryColumns, slug, excerpt, content, lang, inFooter })
    .from(ownPageRevisions)
    .leftJoin(user, eq(user.id, ownPageRevisions.savedBy))
    .where(and(eq(ownPageRevisions.pageId, id), eq(ownPageRevisions.revision, revision)));
  if (found === undefined) throw new DomainError('not_found');
  return found;
}

/** Renders unsaved fields the way readers would see them. Stores nothing. */
export async function previewOwnPage(db: Db, actor: Actor, input: PageInput): Promise<ShownPage> {
  requirePermission(actor, 'page.edit');
  const { html } = await sanitiseInput(input.content);
  return renderOwnPage(db, { ...input, content: html });
}
