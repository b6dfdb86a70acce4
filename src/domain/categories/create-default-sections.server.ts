import type { Transaction } from '#platform/db/database.ts';
import { DEFAULT_SECTIONS } from './default-sections.ts';
import { sectionPaths, sections } from './tables.server.ts';

/** Creates the default sections: for category records from before sections were stored. */
export async function createDefaultSections(tx: Transaction): Promise<void> {
  const rows = DEFAULT_SECTIONS.map((section, index) => ({
    ...section,
    categorySlug: section.slug,
    position: index + 1,
  }));
  await tx.insert(sections).values(rows);
  await tx.insert(sectionPaths).values(rows);
}
