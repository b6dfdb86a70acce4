import { asc, eq } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { ALL_ARTICLES, type Category } from './category.ts';
import { defaultDescription } from './default-sections.ts';
import { descriptionRevision } from './description-revision.server.ts';
import { createSections, type Section, type Sections } from './section.ts';
import { FALLBACK_ICON, SECTION_ICONS } from './section-icons.ts';
import { categories, sectionPaths, sections } from './tables.server.ts';

/** Reads all sections. Code that serves readers uses `Site.sections` instead. */
export async function readSections(db: Db): Promise<Sections> {
  const rows = await db
    .select({ section: sections, description: categories.description })
    .from(sections)
    .innerJoin(categories, eq(categories.slug, sections.categorySlug))
    .orderBy(asc(sections.position), asc(sections.categorySlug));
  const paths = await db.select().from(sectionPaths);
  return createSections(
    rows.map(toSection),
    new Map(paths.map(({ pathSegment, categorySlug }) => [pathSegment, categorySlug])),
  );
}

interface SectionRow {
  readonly section: typeof sections.$inferSelect;
  readonly description: string;
}

function toSection({ section, description }: SectionRow): Section {
  const { categorySlug: slug, position: _, revision: _revision, icon, ...fields } = section;
  return {
    ...fields,
    slug,
    icon: SECTION_ICONS.find((name) => name === icon) ?? FALLBACK_ICON,
    description: description.trim() || defaultDescription(slug),
  };
}

/** The migrations and the command that adds a section create the records. Throws `not_found` for any other slug. */
export async function getCategory(db: Db, slug: string): Promise<Category> {
  const [found] = await db
    .select({ row: categories, section: sections.categorySlug })
    .from(categories)
    .leftJoin(sections, eq(sections.categorySlug, categories.slug))
    .where(eq(categories.slug, slug));
  if (found === undefined || (found.section === null && slug !== ALL_ARTICLES))
    throw new DomainError('not_found');
  const { row } = found;
  return { ...row, revision: descriptionRevision(row.description) };
}

/** The records of the sections and of the page of all articles, in no particular order. */
export function listCategories(db: Db): Promise<Omit<Category, 'revision'>[]> {
  return db.select().from(categories);
}
