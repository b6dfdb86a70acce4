import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { categories } from './tables.server.ts';

/** The description an editor gave the record, or null while it has none. */
export async function findDescription(db: Db, slug: string): Promise<string | null> {
  const [row] = await db
    .select({ description: categories.description })
    .from(categories)
    .where(eq(categories.slug, slug))
    .limit(1);
  const description = row?.description.trim() ?? '';
  return description === '' ? null : description;
}
