import { and, count, eq, isNotNull, ne } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { moveSegments } from '#domain/categories/path-segments.server.ts';
import { isSection } from '#domain/categories/require-section.server.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import { invalidateSections } from '#domain/categories/section-editing.server.ts';
import {
  eventObject,
  lockSections,
  requireCurrentSection,
  type SectionRef,
} from '#domain/categories/section-locks.server.ts';
import { categories, sections } from '#domain/categories/tables.server.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { articleAutosaves } from './autosaves/tables.server.ts';
import { articleRevisions, articles, publishedCounts } from './tables.server.ts';

interface SectionRemoval extends SectionRef {
  /** The section that gets the articles and the paths; null for a section without articles, whose paths end. */
  readonly moveTo: SectionSlug | null;
}

/**
 * The number of articles of each section, drafts and the trash included, by slug. An article counts in two sections if its pending
 * changes move it.
 */
export async function countArticlesOfSections(db: Db | Transaction): Promise<ReadonlyMap<string, number>> {
  const counts = await db
    .select({ slug: publishedCounts.categorySlug, total: publishedCounts.total })
    .from(publishedCounts);
  const moves = await db
    .select({ slug: articleRevisions.categorySlug, total: count() })
    .from(articles)
    .innerJoin(
      articleRevisions,
      and(eq(articleRevisions.articleId, articles.id), eq(articleRevisions.revision, articles.revision)),
    )
    .where(and(isNotNull(articles.liveRevision), ne(articleRevisions.categorySlug, articles.categorySlug)))
    .groupBy(articleRevisions.categorySlug);
  const totals = new Map(counts.map(({ slug, total }) => [slug, total]));
  for (const { slug, total } of moves) totals.set(slug, (totals.get(slug) ?? 0) + total);
  return totals;
}

/**
 * Removes a section. Its articles and its paths, which redirect then, move to another section; without one, its paths are
 * free again.
 *
 * @throws DomainError `conflict` with the number of its articles, drafts and the trash included, if they have no target, and for the
 *   last section; `unprocessable` with the field `move_to`; `stale` and `not_found` as `updateSection` does
 */
export async function removeSection(
  database: Database,
  actor: Actor,
  { moveTo, ...ref }: SectionRemoval,
): Promise<void> {
  requirePermission(actor, 'section.edit');
  await database.transaction(async (tx) => {
    await lockSections(tx);
    const section = await requireCurrentSection(tx, ref);
    const { slug } = section;
    if ((await tx.$count(sections)) === 1)
      throw new DomainError('conflict', 'A site needs at least one section.');
    // Waits for articles that are being saved into it; see `isSection`.
    await tx.select().from(sections).where(eq(sections.categorySlug, slug)).for('update');
    if (moveTo === null) await requireNoArticles(tx, slug);
    else await moveContents(tx, slug, moveTo);
    await tx.delete(categories).where(eq(categories.slug, slug));
    await recordEvent(tx, actor, {
      action: 'section_removed',
      object: eventObject(section),
      ...(moveTo !== null && { detail: `moved to ${moveTo}` }),
    });
    invalidateSections(tx);
  });
}

async function requireNoArticles(tx: Transaction, slug: SectionSlug): Promise<void> {
  const total = (await countArticlesOfSections(tx)).get(slug) ?? 0;
  if (total === 0) return;
  const text = total === 1 ? '1 article' : `${total} articles`;
  throw new DomainError(
    'conflict',
    `This section has ${text}, drafts, pending changes and the trash included. Move or delete them first.`,
    {
      members: { article_count: total },
    },
  );
}

/**
 * The articles are not saved again: neither their revision nor their date of change increases. So their stored revisions
 * move as well, of which the newest equals the article or its pending changes, and their autosaves.
 */
async function moveContents(tx: Transaction, from: SectionSlug, to: SectionSlug): Promise<void> {
  if (to === from || !(await isSection(tx, to)))
    throw new DomainError('unprocessable', '', { fields: { move_to: 'Please choose another section' } });
  for (const table of [articles, articleRevisions, articleAutosaves])
    await tx.update(table).set({ categorySlug: to }).where(eq(table.categorySlug, from));
  await moveSegments(tx, from, to);
}
