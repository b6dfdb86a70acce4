import { randomInt } from 'node:crypto';
import { and, eq, or } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { type ArticleFields, pickFields } from '../article-fields.ts';
import { lockArticle } from '../article-locks.server.ts';
import { requireChangePermission, requireStoredPermission } from '../article-permissions.server.ts';
import { type ArticleDeps, prepareFields } from '../prepare-fields.server.ts';
import { indexAutosavedDraft, queueForIndexing } from '../search/indexing.server.ts';
import type { ArticleRow } from '../tables.server.ts';
import { isWithoutText } from '../untitled.ts';
import { countWords } from '../visible-content.ts';
import type { AutosaveVersion } from './autosaves.server.ts';
import { articleAutosaves } from './tables.server.ts';

/*
 * An autosave changes one row beside the article: no revision, no date of change, no event of the audit log, no page. The article
 * table of the newsroom shows and finds a draft by its autosave until somebody saves it.
 */

/** Of one person for one article. The editor sends one every four seconds at most, and one more when the user leaves. */
const RATE = { limit: 5, windowSeconds: 10 };

/**
 * The first autosave of an article, and the first one after a deletion, has a random number: an editor with a deleted autosave must
 * not take another one for it. So many more can follow that the number never has more than nine digits.
 */
const MAX_FIRST_VERSION = 500_000_000;

export interface AutosaveDeps extends ArticleDeps {
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
}

interface AutosaveRef {
  readonly id: string;
  /** The state that the editor knows. */
  readonly expected: AutosaveVersion;
}

export interface AutosaveRequest extends AutosaveRef {
  readonly fields: ArticleFields;
  /** The revision from which the text was edited. */
  readonly basedOn: number;
  readonly editorId: string;
}

/**
 * Stores the unsaved text of an editor, in place of the autosave that it replaces. Needs the permission that saving it would
 * need, and has the same limits; no field is required, and the slug is not claimed.
 *
 * Throws `stale` when the article or its autosave has changed since, `too_many`, `unprocessable` with the invalid fields,
 * `forbidden`, and `not_found`, also for an article in the trash. Nothing is changed then.
 */
export async function saveAutosave(
  deps: AutosaveDeps,
  actor: Actor,
  request: AutosaveRequest,
): Promise<AutosaveVersion> {
  const { id, expected, basedOn, editorId } = request;
  await requireStoredPermission(deps.database.db, id, (article) =>
    requireChangePermission(actor, article, article),
  );
  await requireRate(deps, actor, id);
  const { fields } = await prepareFields(deps, actor, { ...request.fields, isDraft: true });
  const now = deps.clock();
  return deps.database.transaction(async (tx) => {
    const article = await lockExpected(tx, actor, { id, expected });
    if (basedOn > article.revision)
      throw new DomainError('unprocessable', '', { fields: { based_on: 'There is no such revision' } });
    const columns = {
      ...pickFields(fields),
      bylines: [...fields.bylines],
      tags: [...fields.tags],
      isDraft: article.isDraft,
      wordCount: countWords(fields.content),
      basedOn,
      version: (expected.version || randomInt(MAX_FIRST_VERSION)) + 1,
      editorId,
      savedBy: actor.userId,
      savedAt: now,
    };
    await tx
      .insert(articleAutosaves)
      .values({ articleId: id, ...columns })
      .onConflictDoUpdate({ target: articleAutosaves.articleId, set: columns });
    if (isWithoutText(article)) await indexAutosavedDraft(tx, id);
    return { articleRevision: article.revision, version: columns.version };
  });
}

/** Deletes the autosave of an article. Throws as `saveAutosave` does. */
export async function discardAutosave(
  { database }: { readonly database: Database },
  actor: Actor,
  ref: AutosaveRef,
): Promise<void> {
  await database.transaction(async (tx) => {
    const article = await lockExpected(tx, actor, ref);
    await tx.delete(articleAutosaves).where(eq(articleAutosaves.articleId, ref.id));
    if (isWithoutText(article)) await indexAutosavedDraft(tx, ref.id);
  });
}

/** The autosave that a save contains: every one that its editor stored, and the one that its editor has loaded. */
export interface ContainedAutosave {
  readonly editorId?: string | undefined;
  readonly version?: number | undefined;
}

/** Deletes the autosave of an article if a save contains it. The autosave of another editor stays. @param before the save */
export async function removeContainedAutosave(
  tx: Transaction,
  before: ArticleRow,
  { editorId, version }: ContainedAutosave = {},
): Promise<void> {
  if (editorId === undefined && version === undefined) return;
  const isContained = or(
    editorId === undefined ? undefined : eq(articleAutosaves.editorId, editorId),
    version === undefined ? undefined : eq(articleAutosaves.version, version),
  );
  await tx.delete(articleAutosaves).where(and(eq(articleAutosaves.articleId, before.id), isContained));
  // Indexed at the end of the save.
  if (isWithoutText(before)) await queueForIndexing(tx, before.id);
}

async function requireRate({ rateLimit }: AutosaveDeps, { userId }: Actor, id: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimit.consume(`autosave:${userId}:${id}`, RATE);
  if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
}

/** Locks the article, as a save does: an autosave is stored before or after it, and refused after it. */
async function lockExpected(
  tx: Transaction,
  actor: Actor,
  { id, expected }: AutosaveRef,
): Promise<ArticleRow> {
  const article = await lockArticle(tx, id);
  requireChangePermission(actor, article, article);
  const [autosave] = await tx
    .select({ version: articleAutosaves.version })
    .from(articleAutosaves)
    .where(eq(articleAutosaves.articleId, id));
  if (article.revision !== expected.articleRevision || (autosave?.version ?? 0) !== expected.version)
    throw new DomainError('stale', 'This article or its autosave has changed since.');
  return article;
}
