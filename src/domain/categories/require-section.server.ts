import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { SectionSlug } from './section.ts';
import { sections } from './tables.server.ts';

/**
 * Requires that a section exists and, in a transaction, locks it until the end, so that it cannot be removed meanwhile.
 *
 * @throws DomainError `unprocessable` with the field `category_slug`
 */
export async function requireSection(db: Db | Transaction, slug: SectionSlug): Promise<void> {
  const found = await db
    .select({ slug: sections.categorySlug })
    .from(sections)
    .where(eq(sections.categorySlug, slug))
    .for('key share');
  if (found.length > 0) return;
  throw new DomainError('unprocessable', '', {
    fields: { category_slug: 'Please choose a section that exists' },
  });
}
