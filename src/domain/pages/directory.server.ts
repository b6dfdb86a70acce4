import { asc, eq, isNull } from 'drizzle-orm';
import { ALL_TAGS, purgeChange } from '#platform/db/changes.server.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { type FollowedState, followState } from '#platform/db/followed-state.server.ts';
import { rowsOf } from '#platform/db/rows-of.server.ts';
import { OUTLINE_KINDS } from './outline-kinds.ts';
import { ownPageTags, type PageDirectory } from './page.ts';
import { ownPages, ownPageSlugs } from './tables.server.ts';

export type PageDirectoryReader = FollowedState<PageDirectory>;

/**
 * Reads the published pages and follows their changes, so that neither a link to them nor a request for an unknown path
 * needs a query.
 */
export function followPageDirectory(database: Database): Promise<PageDirectoryReader> {
  return followState(database, {
    isConcernedBy: (change) => change === ownPageTags.list || change === purgeChange(ALL_TAGS),
    read: () => readPageDirectory(database.db),
  });
}

async function readPageDirectory(db: Db): Promise<PageDirectory> {
  const { id, slug, title, lang, inFooter, kind } = ownPages;
  const slugs = db.select({ slug: ownPageSlugs.slug }).from(ownPageSlugs).where(eq(ownPageSlugs.pageId, id));
  const rows = await db
    .select({ id, slug, title, lang, inFooter, kind, slugs: rowsOf(slugs) })
    .from(ownPages)
    .where(eq(ownPages.isDraft, false))
    .orderBy(asc(ownPages.id));
  const pages = rows.map(({ slugs: _slugs, ...page }) => ({
    ...page,
    kind: OUTLINE_KINDS.find((known) => known === page.kind) ?? null,
  }));
  const bySlug = new Map(
    rows.flatMap((row, index) => row.slugs.map((known) => [known.slug, pages[index]] as const)),
  );
  const deleted = await db
    .select({ slug: ownPageSlugs.slug })
    .from(ownPageSlugs)
    .where(isNull(ownPageSlugs.pageId));
  const deletedSlugs = new Set(deleted.map(({ slug: known }) => known));
  return {
    pages,
    find: (requested) => bySlug.get(requested),
    isDeleted: (requested) => deletedSlugs.has(requested),
  };
}
