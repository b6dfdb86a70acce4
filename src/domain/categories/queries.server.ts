import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { CATEGORY_SLUGS, type Category, type CategorySlug } from './category.ts';
import { descriptionRevision } from './description-revision.server.ts';
import { categories } from './tables.server.ts';

/** The migrations create the records of all sections and of the page of all articles. */
export async function getCategory(db: Db, slug: CategorySlug): Promise<Category> {
  const [row] = await db.select().from(categories).where(eq(categories.slug, slug)).limit(1);
  if (row === undefined) throw new DomainError('not_found');
  return { ...row, slug, revision: descriptionRevision(row.description) };
}

/** All categories, in the order of the navigation. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db.select().from(categories);
  return CATEGORY_SLUGS.flatMap((slug) =>
    rows
      .filter((row) => row.slug === slug)
      .map((row) => ({ ...row, slug, revision: descriptionRevision(row.description) })),
  );
}
