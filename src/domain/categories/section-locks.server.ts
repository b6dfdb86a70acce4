import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { Section } from './section.ts';
import { findNewsroomSections, type NewsroomSection } from './newsroom-sections.server.ts';
import { categories, sections } from './tables.server.ts';

/** Lets the changes of sections run one after the other. Articles can be saved meanwhile. */
export async function lockSections(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${sections} in share row exclusive mode`);
}

/**
 * The section with this id, after `lockSections`.
 *
 * @throws DomainError `not_found`, and `stale` when it was changed after the editor loaded it
 */
export async function requireCurrentSection(
  tx: Transaction,
  { id, basedOn }: SectionRef,
): Promise<NewsroomSection> {
  const [section] = await findNewsroomSections(tx, eq(categories.id, id));
  if (section === undefined) throw new DomainError('not_found', 'This section no longer exists.');
  if (section.revision !== basedOn)
    throw new DomainError('stale', 'This section has been changed since you opened it.');
  return section;
}

export interface SectionRef {
  readonly id: string;
  /** The revision that the editor loaded. */
  readonly basedOn: number;
}

/** The object of an event of the audit log. */
export const eventObject = ({ slug, name }: Pick<Section, 'slug' | 'name'>) => ({ id: slug, name });
