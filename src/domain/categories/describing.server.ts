import { eq } from 'drizzle-orm';
import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CategorySlug } from './category.ts';
import { categories } from './tables.server.ts';
import { sectionTag } from './tags.ts';

interface Description {
  readonly slug: CategorySlug;
  /** Plain text, at most 2,000 characters; empty takes the section back to its own words. */
  readonly description: string;
}

/** Changes what stands under the heading of a section, or of the page of all articles. */
export async function describeCategory(
  database: Database,
  actor: Actor,
  { slug, description }: Description,
): Promise<void> {
  requireEditor(actor);
  await database.transaction(async (tx) => {
    const changed = await tx
      .update(categories)
      .set({ description })
      .where(eq(categories.slug, slug))
      .returning();
    if (changed.length === 0) throw new Refusal('not_found');
    tx.touch(sectionTag(slug));
  });
}
