import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

/**
 * What a started site puts into its tables before anybody has done anything: for each such table, which rows are NOT of
 * that kind. A table that is not named holds only what people have done.
 */
const NOT_OWN: Readonly<Record<string, string>> = {
  articles: 'not is_sample',
  images: 'created_by is not null',
  // The job drafts an issue from the samples, and nobody has touched it.
  newsletter_issues: `status <> 'draft' or updated_by is not null`,
  // These are there only with a row of one of the tables above.
  article_revisions: 'false',
  article_slugs: 'false',
  image_uses: 'false',
  newsletter_issue_articles: 'false',
  categories: 'false',
  milestones: 'false',
  organization_bylines: 'false',
  jobs: 'false',
  rate_limits: 'false',
  rate_limit: 'false',
  jwks: 'false',
};

/** Rows the site cannot do without: the files of a picture are known by its row only, a key is in use. */
const KEPT = new Set(['images', 'jwks']);

/** Refuses a site in which somebody has done anything. `tables` are all of the database, those first that others refer to. */
export async function refuseUsed(tx: Transaction, tables: readonly string[]): Promise<void> {
  const used: string[] = [];
  for (const name of tables) {
    const isNotOwn = sql.raw(Object.hasOwn(NOT_OWN, name) ? (NOT_OWN[name] ?? 'true') : 'true');
    const { rows } = await tx.execute<{ filled: boolean }>(
      sql`select exists (select from ${sql.identifier(name)} where ${isNotOwn}) as filled`,
    );
    if (rows[0]?.filled) used.push(name);
  }
  if (used.length === 0) return;
  throw new OperatorError(
    `The site is not empty (there are rows in ${used.join(', ')}), and a restore never overwrites. Stop it, and ` +
      'restore into a new DATA_DIR or an empty database.',
  );
}

/** Deletes what the site has made by itself, those first that refer to others. */
export async function deleteOwnRows(tx: Transaction, tables: readonly string[]): Promise<void> {
  for (const name of tables.toReversed())
    if (Object.hasOwn(NOT_OWN, name) && !KEPT.has(name))
      await tx.execute(sql`delete from ${sql.identifier(name)}`);
}
