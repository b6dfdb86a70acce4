import { eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { type IsReservedSegment, lockPathSegments } from '#domain/categories/path-segments.server.ts';
import type { ContentNotice } from '#domain/articles/foreign-html/notices.ts';
import type { PictureDeps } from '#domain/images/uploading.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { invalidateOwnPage } from './invalidation.server.ts';
import { PAGE_LIMIT } from './page.ts';
import type { NewPageInput, PageInput } from './page-input.ts';
import { pruneDeletedSlugs, recordPublicSlug, requireFreeSlug } from './page-slugs.server.ts';
import { preparePage } from './prepare-page.server.ts';
import { type OwnPageRow, ownPageRevisions, ownPages } from './tables.server.ts';

export interface OwnPageDeps extends PictureDeps {
  readonly isReserved: IsReservedSegment;
}

export interface CreatedPage {
  readonly id: string;
  /** What the content has lost. */
  readonly notices: readonly ContentNotice[];
}

/**
 * Creates a page. Throws `unprocessable` as `preparePage` does, and `conflict` for a slug that is in
 * use, an outline that another page was created from, or too many pages.
 */
export async function createOwnPage(
  deps: OwnPageDeps,
  actor: Actor,
  input: NewPageInput,
): Promise<CreatedPage> {
  requirePermission(actor, 'page.edit');
  const { fields, notices } = await preparePage(deps, actor, input);
  const now = deps.clock();
  return deps.database.transaction(async (tx) => {
    await lockPathSegments(tx);
    await requireUnusedKind(tx, input.kind);
    await requireFreeSlug(tx, fields.slug, { pageId: null, isReserved: deps.isReserved });
    const [page] = await tx
      .insert(ownPages)
      .values({
        ...fields,
        kind: input.kind,
        createdBy: actor.userId,
        updatedBy: actor.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (page === undefined) throw new Error('The page was not inserted');
    await recordEvent(tx, actor, { action: 'page_created', object: { id: page.id, name: page.title } });
    await finishSave(tx, actor, { before: null, after: page, restoredFrom: null });
    return { id: page.id, notices };
  });
}

/** A change of a page, based on a revision of it. */
interface PageChange {
  readonly id: string;
  readonly basedOn: number;
  readonly input: PageInput;
  /** The revision from which the fields were taken; null if none. */
  readonly restoredFrom: number | null;
}

/**
 * Saves a page and adds a revision. `is_draft` publishes or unpublishes it, or leaves its state unchanged. The slugs at
 * which it was published redirect. Returns what the content has lost.
 *
 * Throws `stale` when the page was saved after it was loaded, `not_found`, and as `createOwnPage` does.
 */
export async function saveOwnPage(
  deps: OwnPageDeps,
  actor: Actor,
  { id, basedOn, input, restoredFrom }: PageChange,
): Promise<readonly ContentNotice[]> {
  requirePermission(actor, 'page.edit');
  const { fields, notices } = await preparePage(deps, actor, input);
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await lockPathSegments(tx);
    const before = await lockOwnPage(tx, id, basedOn);
    if (!fields.isDraft || fields.slug !== before.slug)
      await requireFreeSlug(tx, fields.slug, { pageId: id, isReserved: deps.isReserved });
    if (restoredFrom !== null && restoredFrom > before.revision)
      throw new DomainError('unprocessable', '', {
        fields: { restored_from: 'The page has no such revision' },
      });
    const [after] = await tx
      .update(ownPages)
      .set({ ...fields, updatedBy: actor.userId, updatedAt: now, revision: before.revision + 1 })
      .where(eq(ownPages.id, id))
      .returning();
    if (after === undefined) throw new Error(`Page ${id} was not updated`);
    await finishSave(tx, actor, { before, after, restoredFrom });
  });
  return notices;
}

/** Deletes a page with its revisions. The slugs at which it was published answer 410. Throws `stale` as `saveOwnPage` does, and `not_found`. */
export async function deleteOwnPage(
  { database }: Pick<OwnPageDeps, 'database'>,
  actor: Actor,
  { id, basedOn }: Pick<PageChange, 'id' | 'basedOn'>,
): Promise<void> {
  requirePermission(actor, 'page.edit');
  await database.transaction(async (tx) => {
    await lockPathSegments(tx);
    const page = await lockOwnPage(tx, id, basedOn);
    await tx.delete(ownPages).where(eq(ownPages.id, id));
    await recordEvent(tx, actor, { action: 'page_deleted', object: { id, name: page.title } });
    await pruneDeletedSlugs(tx);
    await invalidateOwnPage(tx, page, null);
  });
}

async function lockOwnPage(tx: Transaction, id: string, basedOn: number): Promise<OwnPageRow> {
  const [page] = await tx.select().from(ownPages).where(eq(ownPages.id, id)).for('update');
  if (page === undefined) throw new DomainError('not_found', 'This page no longer exists.');
  if (page.revision !== basedOn)
    throw new DomainError('stale', 'This page has been saved since you opened it.');
  return page;
}

/** Throws `conflict` if there are as many pages as allowed, or if the outline is used by another page. */
async function requireUnusedKind(tx: Transaction, kind: OwnPageRow['kind']): Promise<void> {
  const existing = await tx.select({ title: ownPages.title, kind: ownPages.kind }).from(ownPages);
  if (existing.length >= PAGE_LIMIT)
    throw new DomainError('conflict', `A publication can have at most ${PAGE_LIMIT} pages.`);
  const same = kind === null ? undefined : existing.find((page) => page.kind === kind);
  if (same === undefined) return;
  const message = `The page “${same.title}” was already created from this outline.`;
  throw new DomainError('conflict', message, { fields: { kind: message } });
}

interface Save {
  /** Null for a new page. */
  readonly before: OwnPageRow | null;
  readonly after: OwnPageRow;
  readonly restoredFrom: number | null;
}

/** Everything that follows from a stored save, in its transaction. */
async function finishSave(tx: Transaction, actor: Actor, { before, after, restoredFrom }: Save) {
  if (!after.isDraft) await recordPublicSlug(tx, after);
  await tx.insert(ownPageRevisions).values({
    ...after,
    pageId: after.id,
    savedBy: after.updatedBy,
    savedAt: after.updatedAt,
    restoredFrom,
  });
  const wasDraft = before?.isDraft ?? true;
  const object = { id: after.id, name: after.title };
  if (wasDraft !== after.isDraft)
    await recordEvent(tx, actor, { action: after.isDraft ? 'page_unpublished' : 'page_published', object });
  else if (before !== null) await recordEvent(tx, actor, { action: 'page_changed', object });
  await invalidateOwnPage(tx, before, after);
}
