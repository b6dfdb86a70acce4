import { hash } from 'node:crypto';
import { asc, eq, type SQL } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { SectionSlug } from './section.ts';
import { categories, sections } from './tables.server.ts';

/** A section as the newsroom edits it. Its description is the stored one, empty for the default. */
export type NewsroomSection = Awaited<ReturnType<typeof findNewsroomSections>>[number];

export function findNewsroomSections(db: Db | Transaction, where?: SQL) {
  return db
    .select({
      id: categories.id,
      slug: categories.slug,
      description: categories.description,
      revision: sections.revision,
      pathSegment: sections.pathSegment,
      isCategory: sections.isCategory,
      name: sections.name,
      shortName: sections.shortName,
      icon: sections.icon,
      emptyText: sections.emptyText,
      isVisible: sections.isVisible,
    })
    .from(sections)
    .innerJoin(categories, eq(categories.slug, sections.categorySlug))
    .where(where)
    .orderBy(asc(sections.position), asc(sections.categorySlug));
}

/** Throws `not_found`. */
export async function getNewsroomSection(db: Db, id: string): Promise<NewsroomSection> {
  const [section] = await findNewsroomSections(db, eq(categories.id, id));
  if (section === undefined) throw new DomainError('not_found', 'This section no longer exists.');
  return section;
}

/** The revision of an order of sections: a hash, so that no counter has to be stored. */
export const orderRevision = (slugs: readonly SectionSlug[]): string =>
  hash('sha256', JSON.stringify(slugs), 'base64url').slice(0, 22);
