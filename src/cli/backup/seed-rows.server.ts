import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

/**
 * Conditions that select rows the site did NOT create automatically, for each table that a newly started site writes to. All
 * rows of any other table are user data.
 */
const NOT_SEEDED: Readonly<Record<string, string>> = {
  articles: 'not is_sample',
  images: 'created_by is not null',
  // A job drafts an issue from the sample articles; it counts as user data once it was edited or sent.
  newsletter_issues: `status <> 'draft' or updated_by is not null`,
  // These rows exist only together with a row of a table above, or are not user data.
  article_revisions: 'false',
  article_slugs: 'false',
  image_uses: 'false',
  newsletter_issue_articles: 'false',
  categories: 'false',
  sections: 'false',
  section_paths: 'false',
  milestones: 'false',
  organization_bylines: 'false',
  jobs: 'false',
  rate_limits: 'false',
  rate_limit: 'false',
  jwks: 'false',
};

/** Tables whose rows are not deleted: a picture's files are found only by its row, and signing keys are in use. */
const PRESERVED_TABLES = new Set(['images', 'jwks']);

/** Throws an OperatorError if the site contains user data. @param tables all tables, referenced ones first */
export async function requireUnusedSite(tx: Transaction, tables: readonly string[]): Promise<void> {
  const used: string[] = [];
  for (const name of tables) {
    const isNotSeeded = sql.raw(Object.hasOwn(NOT_SEEDED, name) ? (NOT_SEEDED[name] ?? 'true') : 'true');
    const { rows } = await tx.execute<{ filled: boolean }>(
      sql`select exists (select from ${sql.identifier(name)} where ${isNotSeeded}) as filled`,
    );
    if (rows[0]?.filled) used.push(name);
  }
  if (used.length === 0) return;
  throw new OperatorError(
    `The site is not empty (there are rows in ${used.join(', ')}), and a restore never overwrites. Stop it, and ` +
      'restore into a new DATA_DIR or an empty database.',
  );
}

/** Deletes the rows that the site created automatically, referencing tables first. */
export async function deleteSeedRows(tx: Transaction, tables: readonly string[]): Promise<void> {
  for (const name of tables.toReversed())
    if (Object.hasOwn(NOT_SEEDED, name) && !PRESERVED_TABLES.has(name))
      await tx.execute(sql`delete from ${sql.identifier(name)}`);
}
