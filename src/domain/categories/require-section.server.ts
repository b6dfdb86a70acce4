import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { SectionSlug } from './section.ts';
import { sections } from './tables.server.ts';

const findSection = (db: Db | Transaction, slug: SectionSlug) =>
  db.select({ slug: sections.categorySlug }).from(sections).where(eq(sections.categorySlug, slug));

export async function isSection(db: Db | Transaction, slug: SectionSlug): Promise<boolean> {
  return (await findSection(db, slug)).length > 0;
}

/**
 * Requires that a section exists now. For checks before a transaction: a lock, which is a write, would only be in effect for this
 * statement.
 *
 * @throws DomainError `unprocessable` with the field `category_slug`
 */
export async function requireSection(db: Db, slug: SectionSlug): Promise<void> {
  if (!(await isSection(db, slug))) throw noSection();
}

/**
 * Requires that a section exists, and prevents its removal until the end of the transaction.
 *
 * @throws as `requireSection`
 */
export async function requireLockedSection(tx: Transaction, slug: SectionSlug): Promise<void> {
  const [locked] = await findSection(tx, slug).for('key share');
  if (locked === undefined) throw noSection();
}

function noSection(): DomainError {
  const fields = { category_slug: 'Please choose a section that exists' };
  return new DomainError('unprocessable', '', { fields });
}
