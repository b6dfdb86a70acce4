import type { Actor } from '#domain/accounts/actor.ts';
import { requireLockedSection } from '#domain/categories/require-section.server.ts';
import type { Transaction } from '#platform/db/database.ts';
import { validateForPublication } from '../field-validation.server.ts';
import { claimSlug, createRedirect } from '../slugs.server.ts';
import { storeArticle, type StoreOptions } from '../store-article.server.ts';
import type { ArticleRow } from '../tables.server.ts';
import { findNewestText } from './newest-text.server.ts';

interface NewestTextOptions extends Omit<StoreOptions, 'restoredFrom'> {
  /** Decides which titles an error may name. */
  readonly actor: Actor;
}

/**
 * Publishes an article with its newest text: a draft as it is, a published article with its pending changes. Requires what a save
 * requires, and `lockAuthorNames`; the row must be locked. Throws before it writes anything: `unprocessable` with the invalid
 * fields, and `conflict` for a slug that is in use.
 */
export async function publishNewestText(
  tx: Transaction,
  before: ArticleRow,
  options: NewestTextOptions,
): Promise<void> {
  const newest = await findNewestText(tx, before);
  validateForPublication(newest);
  if (newest.categorySlug !== before.categorySlug) await requireLockedSection(tx, newest.categorySlug);
  await moveToSlug(tx, options.actor, before, newest.slug);
  await storeArticle(tx, before, { ...newest, isDraft: false }, options);
}

/** Takes an article offline. The draft gets the newest text: that is the one the newsroom edits. */
export async function unpublishNewestText(
  tx: Transaction,
  before: ArticleRow,
  options: NewestTextOptions,
): Promise<void> {
  const newest = await findNewestText(tx, before);
  await moveToSlug(tx, options.actor, before, newest.slug);
  await storeArticle(tx, before, { ...newest, isDraft: true }, options);
}

/** The slug is reserved for the article, see `requireFreeSlug`. */
export async function moveToSlug(
  tx: Transaction,
  actor: Actor,
  { id, slug: former }: ArticleRow,
  slug: string,
): Promise<void> {
  if (slug === former) return;
  await claimSlug(tx, actor, slug, id);
  await createRedirect(tx, id, former);
}
