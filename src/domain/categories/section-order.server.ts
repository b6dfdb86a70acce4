import { eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { findNewsroomSections, orderRevision } from './newsroom-sections.server.ts';
import type { SectionSlug } from './section.ts';
import { invalidateSections } from './section-editing.server.ts';
import { lockSections } from './section-locks.server.ts';
import { sections } from './tables.server.ts';

interface OrderChange {
  /** Every section once. */
  readonly slugs: readonly SectionSlug[];
  /** The revision of the order that the editor loaded. */
  readonly basedOn: string;
}

/**
 * Changes the order of the sections: in menus, lists and on the home page, which has it alike from then on.
 *
 * @throws DomainError `stale` when the order was changed after it was loaded, `unprocessable` if a section is missing
 */
export async function reorderSections(
  database: Database,
  actor: Actor,
  { slugs, basedOn }: OrderChange,
): Promise<void> {
  requirePermission(actor, 'section.edit');
  await database.transaction(async (tx) => {
    await lockSections(tx);
    const current = (await findNewsroomSections(tx)).map(({ slug }) => slug);
    if (orderRevision(current) !== basedOn)
      throw new DomainError('stale', 'The order has been changed since you opened it.');
    if (slugs.length !== current.length || !current.every((slug) => slugs.includes(slug)))
      throw new DomainError('unprocessable', '', { fields: { slugs: 'Please list every section once.' } });
    for (const [index, slug] of slugs.entries())
      await tx
        .update(sections)
        .set({ position: index + 1, homePosition: index + 1 })
        .where(eq(sections.categorySlug, slug));
    await recordEvent(tx, actor, { action: 'sections_reordered', detail: slugs.join(', ') });
    invalidateSections(tx);
  });
}
