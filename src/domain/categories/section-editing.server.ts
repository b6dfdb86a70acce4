import { eq, max, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { ALL_TAGS } from '#platform/db/changes.server.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { NO_ARTICLES } from './default-sections.ts';
import { recordSegment, requireFreeSegment, type SegmentChecks } from './path-segments.server.ts';
import { SECTION_LIMIT } from './section.ts';
import type { SectionInput } from './section-input.ts';
import { eventObject, lockSections, requireCurrentSection, type SectionRef } from './section-locks.server.ts';
import { categories, sections } from './tables.server.ts';
import { SECTIONS_TAG, sectionTag } from './cache-tags.ts';

export interface SectionDeps extends SegmentChecks {
  readonly database: Database;
}

/**
 * Adds a section at the end and returns its id. Its slug is its first path segment, and never changes.
 *
 * @throws DomainError `conflict` for a path that is in use, and for more than 30 sections
 */
export async function addSection(
  { database, isReserved, isPageSegment }: SectionDeps,
  actor: Actor,
  input: SectionInput,
): Promise<string> {
  requirePermission(actor, 'section.edit');
  return database.transaction(async (tx) => {
    await lockSections(tx);
    if ((await tx.$count(sections)) >= SECTION_LIMIT)
      throw new DomainError('conflict', `A site can have ${SECTION_LIMIT} sections.`);
    const slug = input.path_segment;
    const [last] = await tx
      .select({ position: max(sections.position), homePosition: max(sections.homePosition) })
      .from(sections);
    await requireFreeSegment(tx, { slug: null, segment: slug, isReserved, isPageSegment });
    const [category] = await tx
      .insert(categories)
      .values({ slug, description: input.description })
      .returning({ id: categories.id });
    if (category === undefined) throw new Error('The category was not inserted');
    await tx.insert(sections).values({
      ...columnsOf(input),
      categorySlug: slug,
      position: (last?.position ?? 0) + 1,
      homePosition: (last?.homePosition ?? 0) + 1,
    });
    await recordSegment(tx, slug, slug);
    await recordEvent(tx, actor, { action: 'section_added', object: { id: slug, name: input.name } });
    invalidateSections(tx);
    return category.id;
  });
}

/**
 * Changes a section. A former path redirects to the present one.
 *
 * @throws DomainError `conflict` as `addSection` does, `not_found`, and `stale` when it was changed after it was loaded
 */
export async function updateSection(
  { database, isReserved, isPageSegment }: SectionDeps,
  actor: Actor,
  { input, ...ref }: SectionRef & { readonly input: SectionInput },
): Promise<void> {
  requirePermission(actor, 'section.edit');
  await database.transaction(async (tx) => {
    await lockSections(tx);
    const before = await requireCurrentSection(tx, ref);
    const { slug } = before;
    const columns = columnsOf(input);
    if (columns.pathSegment !== before.pathSegment) {
      await requireFreeSegment(tx, { slug, segment: columns.pathSegment, isReserved, isPageSegment });
      await recordSegment(tx, slug, columns.pathSegment);
    }
    await tx.update(categories).set({ description: input.description }).where(eq(categories.slug, slug));
    await tx
      .update(sections)
      .set({ ...columns, revision: sql`${sections.revision} + 1` })
      .where(eq(sections.categorySlug, slug));
    await recordEvent(tx, actor, {
      action: 'section_changed',
      object: eventObject({ ...before, ...columns }),
    });
    const isOnlyDescription = Object.entries(columns).every(
      ([name, value]) => before[name as keyof typeof columns] === value,
    );
    if (isOnlyDescription) tx.invalidate(sectionTag(slug), SECTIONS_TAG);
    else invalidateSections(tx);
  });
}

/** The sections are in the menu of every page, so all pages are removed. Call it in the transaction of the change. */
export function invalidateSections(tx: Transaction): void {
  tx.invalidate(SECTIONS_TAG);
  tx.purge(ALL_TAGS);
}

function columnsOf(input: SectionInput) {
  return {
    pathSegment: input.path_segment,
    isCategory: input.is_category,
    name: input.name,
    shortName: input.short_name,
    icon: input.icon,
    emptyText: input.empty_text || NO_ARTICLES,
    isVisible: input.is_visible,
  };
}
