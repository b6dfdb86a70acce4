import { eq, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { descriptionRevision } from './description-revision.server.ts';
import { lockSections } from './section-locks.server.ts';
import { categories, sections } from './tables.server.ts';
import { SECTIONS_TAG, sectionTag } from './cache-tags.ts';

interface DescriptionUpdate {
  readonly slug: string;
  /** Plain text, at most 2,000 characters; if empty, the page shows the default description. */
  readonly description: string;
  /** The revision that the editor loaded. The update is rejected if it is not the current one. */
  readonly basedOn: string;
}

/**
 * Updates the description under the heading of a section, or of the page of all articles. Throws `stale` when it was
 * changed after the editor loaded it.
 */
export async function updateCategoryDescription(
  database: Database,
  actor: Actor,
  { slug, description, basedOn }: DescriptionUpdate,
): Promise<void> {
  requirePermission(actor, 'section.edit');
  await database.transaction(async (tx) => {
    await lockSections(tx);
    const [before] = await tx.select().from(categories).where(eq(categories.slug, slug));
    if (before === undefined) throw new DomainError('not_found');
    if (descriptionRevision(before.description) !== basedOn)
      throw new DomainError('stale', 'This description has been changed since you opened it.');
    await tx.update(categories).set({ description }).where(eq(categories.slug, slug));
    await tx
      .update(sections)
      .set({ revision: sql`${sections.revision} + 1` })
      .where(eq(sections.categorySlug, slug));
    await recordEvent(tx, actor, { action: 'section_changed', object: { id: slug, name: slug } });
    tx.invalidate(sectionTag(slug), SECTIONS_TAG);
  });
}
