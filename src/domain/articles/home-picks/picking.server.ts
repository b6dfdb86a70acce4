import { asc, inArray, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { dequeue, enqueue } from '#platform/jobs/enqueue.server.ts';
import { articles } from '../tables.server.ts';
import { pageTags } from '../cache-tags.ts';
import { pickExpiry } from './expiry.server.ts';
import { expiryError } from './home-pick.ts';
import { findHomePicks, type HomePick, picksRevision } from './listing.server.ts';
import { homePicks } from './tables.server.ts';

interface NewPick {
  readonly articleId: string;
  /** Null: until it is removed. */
  readonly expiresAt: Date | null;
}

interface PicksChange {
  /** In their order, the lead first; at most `LATEST_LIMIT`. */
  readonly picks: readonly NewPick[];
  /** The revision that the editor loaded. */
  readonly basedOn: string;
}

/**
 * Replaces the articles that editors have picked for the home page. A new one must be published; one that was picked
 * before may have been taken offline since, and is shown again once it is published.
 *
 * @throws DomainError `stale` when the picks were changed after they were loaded, `unprocessable` with the fields
 * `picks.INDEX.article_id` and `picks.INDEX.expires_at`, `forbidden`
 */
export async function replaceHomePicks(
  { database, clock }: CommandDeps,
  actor: Actor,
  { picks, basedOn }: PicksChange,
): Promise<void> {
  requirePermission(actor, 'home_page.edit');
  await database.transaction(async (tx) => {
    const found = await lockArticles(tx, picks);
    // After the articles, in the order in which deleting an article locks both.
    await tx.execute(sql`lock table ${homePicks} in share row exclusive mode`);
    const before = await findHomePicks(tx);
    if (picksRevision(before) !== basedOn)
      throw new DomainError(
        'stale',
        'The articles of the home page have been changed since you opened them.',
      );
    const now = clock();
    const fields = { ...findArticleErrors(picks, found, before), ...findExpiryErrors(picks, now) };
    if (Object.keys(fields).length > 0) throw new DomainError('unprocessable', '', { fields });
    const removed = await tx.delete(homePicks).returning({ job: homePicks.expiryJob });
    for (const { job } of removed) if (job !== null) await dequeue(tx, job);
    for (const [index, pick] of picks.entries()) await insertPick(tx, pick, index + 1);
    await recordEvent(tx, actor, {
      action: 'home_picks_changed',
      detail: picks.map(({ articleId }) => found.get(articleId)?.slug ?? '').join(', '),
    });
    // Purged, because an editor looks at the home page next.
    tx.purge(pageTags.homePicks);
  });
}

interface FoundArticle {
  readonly slug: string;
  readonly isDraft: boolean;
}

async function lockArticles(
  tx: Transaction,
  picks: readonly NewPick[],
): Promise<ReadonlyMap<string, FoundArticle>> {
  if (picks.length === 0) return new Map();
  const ids = picks.map(({ articleId }) => articleId);
  const rows = await tx
    .select({ id: articles.id, slug: articles.slug, isDraft: articles.isDraft })
    .from(articles)
    .where(inArray(articles.id, ids))
    .orderBy(asc(articles.id))
    .for('key share');
  return new Map(rows.map(({ id, ...article }) => [id, article]));
}

function findArticleErrors(
  picks: readonly NewPick[],
  found: ReadonlyMap<string, FoundArticle>,
  before: readonly Pick<HomePick, 'articleId'>[],
): Record<string, string> {
  const known = new Set(before.map(({ articleId }) => articleId));
  const listed = new Set<string>();
  const errors: Record<string, string> = {};
  for (const [index, { articleId }] of picks.entries()) {
    const article = found.get(articleId);
    const isPossible = article !== undefined && (!article.isDraft || known.has(articleId));
    if (!isPossible) errors[`picks.${index}.article_id`] = 'Please choose a published article.';
    else if (listed.has(articleId))
      errors[`picks.${index}.article_id`] = 'This article is in the list already.';
    listed.add(articleId);
  }
  return errors;
}

function findExpiryErrors(picks: readonly NewPick[], now: Date): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, { expiresAt }] of picks.entries()) {
    const error = expiresAt === null ? null : expiryError(expiresAt, now);
    if (error !== null) errors[`picks.${index}.expires_at`] = error;
  }
  return errors;
}

async function insertPick(
  tx: Transaction,
  { articleId, expiresAt }: NewPick,
  position: number,
): Promise<void> {
  const expiryJob =
    expiresAt === null ? null : await enqueue(tx, pickExpiry, { articleId }, { runAt: expiresAt });
  await tx.insert(homePicks).values({ articleId, position, expiresAt, expiryJob });
}
