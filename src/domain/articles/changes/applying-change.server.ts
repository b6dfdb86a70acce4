import { eq } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { TAG_LIMIT } from '../article.ts';
import { type ArticleFields, pickFields } from '../article-fields.ts';
import { requireCurrent } from '../article-locks.server.ts';
import { findSlugOfEachTag } from '../article-tags.server.ts';
import { getNewsroomArticle, type NewsroomArticle } from '../newsroom-queries.server.ts';
import type { ArticleDeps } from '../prepare-fields.server.ts';
import { saveArticle } from '../saving.server.ts';
import { articles } from '../tables.server.ts';
import { restoreArticle, trashArticle } from '../trash/trashing.server.ts';
import type { AppliedChange, ArticleChange } from './article-change.ts';

/** What a change does: saves other fields, or moves the article to the trash or out of it. Null: nothing. */
type Step = { readonly fields: Partial<ArticleFields> } | 'trash' | 'restore' | null;

/** What takes a step back, without the article. */
type Undo = Pick<ArticleChange, 'action' | 'section' | 'tags'>;

interface Plan {
  readonly step: Step;
  readonly undo: Undo | null;
}

const NOTHING: Plan = { step: null, undo: null };

/**
 * Applies a change to one article, with the command that a single change runs: its permission, validation, revision, audit and
 * invalidation are the same. Throws as `saveArticle`, `trashArticle` and `restoreArticle` do; nothing is changed then.
 */
export async function applyChange(
  deps: ArticleDeps,
  actor: Actor,
  change: ArticleChange,
): Promise<AppliedChange> {
  const { db } = deps.database;
  const before = await getNewsroomArticle(db, actor, change.id);
  const ref = { id: change.id, basedOn: change.revision };
  requireCurrent(before, ref);
  requireNoPendingChanges(before, change);
  const { step, undo } = await PLANNERS[change.action](before, change, db);
  if (step === 'trash') await trashArticle(deps, actor, change.id, change.revision);
  else if (step === 'restore') await restoreArticle(deps, actor, change.id, change.revision);
  else if (step !== null)
    await saveArticle(deps, actor, { ...ref, fields: { ...pickFields(before), ...step.fields } });
  const revision = step === null ? before.revision : await findRevision(db, change.id);
  return {
    title: before.title,
    revision,
    isChanged: step !== null,
    undo: undo === null ? null : { ...undo, id: change.id, revision },
  };
}

type Planner = (before: NewsroomArticle, change: ArticleChange, db: Db) => Plan | Promise<Plan>;

const planTags: Planner = async ({ tags }, change, db) => {
  const wanted = await wantedTags(db, tags, change);
  if (JSON.stringify(wanted) === JSON.stringify(tags)) return NOTHING;
  return { step: { fields: { tags: [...wanted] } }, undo: { action: 'set_tags', tags: [...tags] } };
};

const PLANNERS: Readonly<Record<ArticleChange['action'], Planner>> = {
  publish: planPublication,
  unpublish: planUnpublication,
  move: planMove,
  add_tag: planTags,
  remove_tag: planTags,
  set_tags: planTags,
  trash: () => ({ step: 'trash', undo: { action: 'restore' } }),
  restore: () => ({ step: 'restore', undo: { action: 'trash' } }),
};

/** Publishing ends a review and a schedule, which no change brings back. */
function planPublication({ isDraft, state }: NewsroomArticle): Plan {
  if (!isDraft) return NOTHING;
  return { step: { fields: { isDraft: false } }, undo: state === 'draft' ? { action: 'unpublish' } : null };
}

function planUnpublication({ isDraft, scheduledAction }: NewsroomArticle): Plan {
  if (isDraft) return NOTHING;
  const undo = scheduledAction === null ? ({ action: 'publish' } as const) : null;
  return { step: { fields: { isDraft: true } }, undo };
}

function planMove({ categorySlug }: NewsroomArticle, { section = categorySlug }: ArticleChange): Plan {
  if (section === categorySlug) return NOTHING;
  return { step: { fields: { categorySlug: section } }, undo: { action: 'move', section: categorySlug } };
}

/** Tags with the same slug are the same. A tag without a slug is compared as it is. */
async function wantedTags(
  db: Db,
  tags: readonly string[],
  change: ArticleChange,
): Promise<readonly string[]> {
  const { tag } = change;
  if (tag === undefined) return change.tags ?? tags;
  const [wanted = tag, ...slugs] = await findSlugOfEachTag(db, [tag, ...tags]);
  if (change.action === 'remove_tag') return tags.filter((_, at) => slugs[at] !== wanted);
  if (slugs.includes(wanted)) return tags;
  if (tags.length >= TAG_LIMIT)
    throw new DomainError('unprocessable', `An article can have at most ${TAG_LIMIT} tags.`);
  return [...tags, tag];
}

/** A save would show readers what was saved for later. The trash keeps both texts. */
function requireNoPendingChanges({ state }: NewsroomArticle, { action }: ArticleChange): void {
  if (state === 'published_with_pending_changes' && action !== 'trash')
    throw new DomainError(
      'conflict',
      'This article has changes that are saved for later. Please publish or discard them first.',
    );
}

async function findRevision(db: Db, id: string): Promise<number> {
  const [article] = await db
    .select({ revision: articles.revision })
    .from(articles)
    .where(eq(articles.id, id));
  if (article === undefined) throw new DomainError('not_found', 'This article no longer exists.');
  return article.revision;
}
