import { and, desc, eq, isNull, ne, notInArray } from 'drizzle-orm';
import type { IsPageSegment, IsReservedSegment } from '#domain/categories/path-segments.server.ts';
import { sectionPaths } from '#domain/categories/tables.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { DELETED_SLUG_LIMIT, PAGE_SLUG_LIMIT } from './page.ts';
import { type OwnPageRow, ownPages, ownPageSlugs } from './tables.server.ts';

/**
 * Throws `conflict` with a message for the field, unless the page may use the slug: no route and no section of the site
 * has it as its first segment, no other page has it, and none was published at it, because links would then open the wrong page.
 *
 * @param pageId null for a page that is about to be created
 */
export async function requireFreeSlug(
  tx: Transaction,
  slug: string,
  { pageId, isReserved }: { readonly pageId: string | null; readonly isReserved: IsReservedSegment },
): Promise<void> {
  const sectionCount = await tx.$count(sectionPaths, eq(sectionPaths.pathSegment, slug));
  if (isReserved(slug) || sectionCount > 0)
    throw slugConflict('The site itself uses this address. Please choose another.');
  const [holder] = await tx
    .select({ title: ownPages.title })
    .from(ownPages)
    .where(and(eq(ownPages.slug, slug), pageId === null ? undefined : ne(ownPages.id, pageId)));
  if (holder !== undefined)
    throw slugConflict(`The page “${holder.title}” already uses this slug. Please choose another.`);
  const [former] = await tx
    .select({ title: ownPages.title })
    .from(ownPageSlugs)
    .innerJoin(ownPages, eq(ownPages.id, ownPageSlugs.pageId))
    .where(and(eq(ownPageSlugs.slug, slug), pageId === null ? undefined : ne(ownPages.id, pageId)));
  if (former !== undefined)
    throw slugConflict(`This slug redirects to the page “${former.title}”. Please choose another.`);
}

/** Whether a published page has this slug, or was published at it. */
export const isPageSegment: IsPageSegment = async (tx, segment) => {
  const [page] = await tx
    .select({ id: ownPages.id })
    .from(ownPageSlugs)
    .innerJoin(ownPages, eq(ownPages.id, ownPageSlugs.pageId))
    .where(and(eq(ownPageSlugs.slug, segment), eq(ownPages.isDraft, false)));
  return page !== undefined;
};

/** Records that readers can see the page at its slug. Throws `conflict` for a page with too many former slugs. */
export async function recordPublicSlug(
  tx: Transaction,
  { id, slug }: Pick<OwnPageRow, 'id' | 'slug'>,
): Promise<void> {
  await tx
    .insert(ownPageSlugs)
    .values({ slug, pageId: id })
    .onConflictDoUpdate({ target: ownPageSlugs.slug, set: { pageId: id } });
  const count = await tx.$count(ownPageSlugs, eq(ownPageSlugs.pageId, id));
  if (count > PAGE_SLUG_LIMIT)
    throw slugConflict('This page has had too many addresses. Please choose one of them.');
}

/** Deletes the oldest slugs of deleted pages beyond the limit. */
export async function pruneDeletedSlugs(tx: Transaction): Promise<void> {
  const ofDeleted = isNull(ownPageSlugs.pageId);
  const newest = tx
    .select({ slug: ownPageSlugs.slug })
    .from(ownPageSlugs)
    .where(ofDeleted)
    .orderBy(desc(ownPageSlugs.createdAt), ownPageSlugs.slug)
    .limit(DELETED_SLUG_LIMIT);
  await tx.delete(ownPageSlugs).where(and(ofDeleted, notInArray(ownPageSlugs.slug, newest)));
}

function slugConflict(message: string): DomainError {
  return new DomainError('conflict', message, { fields: { slug: message } });
}
