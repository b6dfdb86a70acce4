import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { SectionSlug } from './section.ts';
import { sectionPaths, sections } from './tables.server.ts';

/** Paths that a section can have had. Each of them is in memory in every process. */
const PATH_LIMIT = 50;

/** Whether a route of the site, other than those of sections, uses a first path segment. */
export type IsReservedSegment = (segment: string) => boolean;

/** Whether a published page of the publication has or had a first path segment. */
export type IsPageSegment = (tx: Transaction, segment: string) => Promise<boolean>;

/**
 * Serialises all changes of pages and new paths of sections: no two may have the same first segment, and the number of pages is
 * limited. The key is that of earlier releases, which may run at the same time during an update.
 */
export async function lockPathSegments(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('own-pages', 0))`);
}

/**
 * Requires that a section may have a path segment, which then stays free until the end of the transaction. A segment that
 * another section has or had cannot be used: links to it would show something else; that of a page neither, because the section
 * would hide it. A section can return to a former one.
 *
 * @param slug null for a section that is being added
 * @throws DomainError `conflict` with the field `path_segment`
 */
export async function requireFreeSegment(
  tx: Transaction,
  { slug, segment, isReserved, isPageSegment }: WantedSegment,
): Promise<void> {
  await lockPathSegments(tx);
  if (isReserved(segment) || (await isPageSegment(tx, segment)))
    throw conflict(`The site itself uses /${segment}. Please choose another path.`);
  const [holder] = await tx
    .select({ slug: sections.categorySlug, name: sections.name, present: sections.pathSegment })
    .from(sectionPaths)
    .innerJoin(sections, eq(sections.categorySlug, sectionPaths.categorySlug))
    .where(eq(sectionPaths.pathSegment, segment));
  if (holder === undefined || holder.slug === slug) return;
  throw conflict(
    holder.present === segment
      ? `“${holder.name}” already uses this path. Please choose another.`
      : `This path redirects to “${holder.name}”. Please choose another.`,
  );
}

export interface SegmentChecks {
  readonly isReserved: IsReservedSegment;
  readonly isPageSegment: IsPageSegment;
}

interface WantedSegment extends SegmentChecks {
  readonly slug: SectionSlug | null;
  readonly segment: string;
}

/** Records that a section has a path segment, which it keeps when it gets another one. */
export async function recordSegment(tx: Transaction, slug: SectionSlug, segment: string): Promise<void> {
  await tx.insert(sectionPaths).values({ pathSegment: segment, categorySlug: slug }).onConflictDoNothing();
  if (await hasTooManySegments(tx, slug))
    throw conflict(`This section has had ${PATH_LIMIT} paths. Please return to one of them.`);
}

/**
 * Lets all paths of a section redirect to another one.
 *
 * @throws DomainError `conflict`
 */
export async function moveSegments(tx: Transaction, from: SectionSlug, to: SectionSlug): Promise<void> {
  await tx.update(sectionPaths).set({ categorySlug: to }).where(eq(sectionPaths.categorySlug, from));
  if (await hasTooManySegments(tx, to))
    throw new DomainError('conflict', `Together these sections have had more than ${PATH_LIMIT} paths.`);
}

const hasTooManySegments = async (tx: Transaction, slug: SectionSlug): Promise<boolean> =>
  (await tx.$count(sectionPaths, eq(sectionPaths.categorySlug, slug))) > PATH_LIMIT;

function conflict(message: string): DomainError {
  return new DomainError('conflict', message, { fields: { path_segment: message } });
}
