import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { OperatorError } from '#platform/operator-error.ts';

/** All rows are user data, or none. */
const [ALL, NONE] = ['true', 'false'] as const;

/**
 * For every table, the condition that selects its user data: what neither the site created automatically, nor its readers
 * by opening pages. All rows of a table that is missing here are user data, but a test requires that each is listed.
 */
export const USER_DATA: Readonly<Record<string, string>> = {
  articles: 'not is_sample',
  images: 'created_by is not null',
  // A job drafts an issue from the sample articles; it counts as user data once it was edited or sent.
  newsletter_issues: `status <> 'draft' or updated_by is not null`,

  // Rows of samples and of the sections of a new site.
  article_revisions: NONE,
  article_slugs: NONE,
  categories: NONE,
  image_uses: NONE,
  milestones: NONE,
  newsletter_issue_articles: NONE,
  organization_bylines: NONE,
  section_paths: NONE,
  sections: NONE,
  // Months that have lost a sample.
  sitemap_months: NONE,
  // Work in progress, limits and keys of the running site.
  jobs: NONE,
  jwks: NONE,
  rate_limits: NONE,
  used_passkey_challenges: NONE,
  // Counts of what visitors and robots requested.
  article_views: NONE,
  page_views: NONE,
  referrer_views: NONE,
  unknown_addresses: NONE,

  about_revisions: ALL,
  account: ALL,
  api_tokens: ALL,
  article_autosaves: ALL,
  article_notes: ALL,
  article_presence: ALL,
  article_preview_links: ALL,
  article_requests: ALL,
  audit_events: ALL,
  author_slugs: ALL,
  authors: ALL,
  closed_commenting: ALL,
  comments: ALL,
  contact_messages: ALL,
  deleted_slugs: ALL,
  home_picks: ALL,
  ignored_addresses: ALL,
  invitations: ALL,
  mails: ALL,
  newsletter_deliveries: ALL,
  newsletter_subscribers: ALL,
  newsletter_suppressions: ALL,
  page_revisions: ALL,
  page_slugs: ALL,
  pages: ALL,
  passkeys: ALL,
  podcasts: ALL,
  recovery_codes: ALL,
  redirects: ALL,
  second_factors: ALL,
  session: ALL,
  settings: ALL,
  user: ALL,
  user_roles: ALL,
  verification: ALL,
  videos: ALL,
  webhook_deliveries: ALL,
  webhooks: ALL,
};

const userDataOf = (table: string): string =>
  Object.hasOwn(USER_DATA, table) ? (USER_DATA[table] ?? ALL) : ALL;

/** Tables whose rows are not deleted: a picture's files are found only by its row, and signing keys are in use. */
const PRESERVED_TABLES = new Set(['images', 'jwks']);

/** Throws an OperatorError if the site contains user data. @param tables all tables, referenced ones first */
export async function requireUnusedSite(tx: Transaction, tables: readonly string[]): Promise<void> {
  const used: string[] = [];
  for (const name of tables) {
    const isUserData = sql.raw(userDataOf(name));
    const { rows } = await tx.execute<{ filled: boolean }>(
      sql`select exists (select from ${sql.identifier(name)} where ${isUserData}) as filled`,
    );
    if (rows[0]?.filled) used.push(name);
  }
  if (used.length === 0) return;
  throw new OperatorError(
    `The site is not empty (there are rows in ${used.join(', ')}), and a restore never overwrites. Stop it, and ` +
      'restore into a new DATA_DIR or an empty database.',
  );
}

/** Deletes the rows that are not user data, referencing tables first. */
export async function deleteSeedRows(tx: Transaction, tables: readonly string[]): Promise<void> {
  for (const name of tables.toReversed())
    if (userDataOf(name) !== ALL && !PRESERVED_TABLES.has(name))
      await tx.execute(sql`delete from ${sql.identifier(name)}`);
}
