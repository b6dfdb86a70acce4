import { eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CategorySlug } from './category.ts';
import { descriptionRevision } from './description-revision.server.ts';
import { categories } from './tables.server.ts';
import { sectionTag } from './tags.ts';

interface Description {
  readonly slug: CategorySlug;
  /** Plain text, at most 2,000 characters; empty takes the section back to its own words. */
  readonly description: string;
  /** The revision the editor has seen; any other than the present one is refused. */
  readonly basedOn: string;
}

/**
 * Changes what stands under the heading of a section, or of the page of all articles. Refuses `stale` when somebody has
 * changed it meanwhile.
 */
export async function describeCategory(
  database: Database,
  actor: Actor,
  { slug, description, basedOn }: Description,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const [before] = await tx.select().from(categories).where(eq(categories.slug, slug)).for('update');
    if (before === undefined) throw new Refusal('not_found');
    if (descriptionRevision(before.description) !== basedOn)
      throw new Refusal('stale', 'Somebody has changed this description since you opened it.');
    await tx.update(categories).set({ description }).where(eq(categories.slug, slug));
    tx.touch(sectionTag(slug));
  });
}
