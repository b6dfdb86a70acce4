import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { SectionSlug } from './section.ts';
import { sections } from './tables.server.ts';

/** Whether a section exists. In a transaction it also locks it until the end, so that it cannot be removed meanwhile. */
export async function isSection(db: Db | Transaction, slug: SectionSlug): Promise<boolean> {
  const found = await db
    .select({ slug: sections.categorySlug })
    .from(sections)
    .where(eq(sections.categorySlug, slug))
    .for('key share');
  return found.length > 0;
}

/**
 * Requires that a section exists, as `isSection`.
 *
 * @throws DomainError `unprocessable` with the field `category_slug`
 */
export async function requireSection(db: Db | Transaction, slug: SectionSlug): Promise<void> {
  if (await isSection(db, slug)) return;
  const fields = { category_slug: 'Please choose a section that exists' };
  throw new DomainError('unprocessable', '', { fields });
}
