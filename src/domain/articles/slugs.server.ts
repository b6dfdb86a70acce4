import { randomBytes } from 'node:crypto';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Actor } from '#domain/accounts/actor.ts';
import type { Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { mayRead, type PermissionColumns } from './article-permissions.server.ts';
import { titleOrUntitled } from './untitled.ts';
import { isPlaceholderSlug, placeholderSlug, SLUG_MAX_LENGTH, slugOfTitle } from './slug.ts';
import { articleRevisions, type ArticleRow, articles, articleSlugs } from './tables.server.ts';

/**
 * Requires that an article may use this slug, and prevents that another one gets it until the transaction ends: no other article
 * has it, also in pending changes, and none had it while it was public, because links to it would then open the wrong article.
 * Articles in the trash keep their slugs. An article may return to one of its former slugs.
 *
 * @param articleId null for an article that is about to be created
 * @throws `conflict` with an error message for the field `slug`
 */
export async function requireFreeSlug(
  tx: Transaction,
  actor: Actor,
  slug: string,
  articleId: string | null,
): Promise<void> {
  // Serialises transactions that claim the same slug.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`article-slug:${slug}`}, 0))`);
  const others = articleId === null ? undefined : ne(articles.id, articleId);
  const [holder] = await tx
    .select(namedColumns)
    .from(articles)
    .where(and(eq(articles.slug, slug), others));
  if (holder !== undefined)
    throw slugConflict(`${nameOf(actor, holder, 'The')} already uses this slug. Please choose another.`);
  const [reserving] = await tx
    .select(namedColumns)
    .from(articles)
    .innerJoin(articleRevisions, isNewestRevision)
    .where(and(isNotNull(articles.liveRevision), eq(articleRevisions.slug, slug), others));
  if (reserving !== undefined)
    throw slugConflict(
      `${nameOf(actor, reserving, 'The')} has pending changes with this slug. Please choose another.`,
    );
  const [former] = await tx
    .select(namedColumns)
    .from(articleSlugs)
    .innerJoin(articles, eq(articles.id, articleSlugs.articleId))
    .where(and(eq(articleSlugs.slug, slug), others));
  if (former !== undefined)
    throw slugConflict(`This slug redirects to ${nameOf(actor, former, 'the')}. Please choose another.`);
}

/** As `requireFreeSlug`, for a slug that the article gets now: it does not redirect to the article any more. */
export async function claimSlug(
  tx: Transaction,
  actor: Actor,
  slug: string,
  articleId: string | null,
): Promise<void> {
  await requireFreeSlug(tx, actor, slug, articleId);
  if (articleId !== null) await tx.delete(articleSlugs).where(eq(articleSlugs.slug, slug));
}

const isNewestRevision = and(
  eq(articleRevisions.articleId, articles.id),
  eq(articleRevisions.revision, articles.revision),
);

/** Numbers that are tried as the ending of a slug; a random ending follows. */
const SLUG_NUMBERS = 9;

/**
 * The slug of a draft that is saved without one: the one it has, unless that is a placeholder and there is a title now; or a
 * free one derived from the title. `claimSlug` must follow, because another transaction may take it meanwhile.
 */
export async function draftSlug(
  tx: Transaction,
  actor: Actor,
  title: string,
  before: Pick<ArticleRow, 'id' | 'slug'> | null,
): Promise<string> {
  const unique = randomBytes(4).toString('hex');
  const base = slugOfTitle(title, unique);
  if (before !== null && (base === '' || !isPlaceholderSlug(before.slug))) return before.slug;
  if (base === '') return placeholderSlug(unique);
  for (let number = 1; number <= SLUG_NUMBERS; number++) {
    const slug = number === 1 ? base : withEnding(base, String(number));
    if (await isFree(tx, actor, slug, before?.id ?? null)) return slug;
  }
  return withEnding(base, unique);
}

const withEnding = (slug: string, ending: string) =>
  `${slug.slice(0, SLUG_MAX_LENGTH - ending.length - 1).replace(/-$/, '')}-${ending}`;

async function isFree(
  tx: Transaction,
  actor: Actor,
  slug: string,
  articleId: string | null,
): Promise<boolean> {
  try {
    await requireFreeSlug(tx, actor, slug, articleId);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict') return false;
    throw error;
  }
}

/** Creates a redirect from the slug to the article, if the article was public at this slug. */
export async function createRedirect(tx: Transaction, articleId: string, slug: string): Promise<void> {
  const [published] = await tx
    .select({ revision: articleRevisions.revision })
    .from(articleRevisions)
    .where(
      and(
        eq(articleRevisions.articleId, articleId),
        eq(articleRevisions.slug, slug),
        eq(articleRevisions.isDraft, false),
      ),
    )
    .limit(1);
  if (published !== undefined)
    await tx.insert(articleSlugs).values({ slug, articleId }).onConflictDoNothing();
}

const namedColumns = {
  title: articles.title,
  createdBy: articles.createdBy,
  isDraft: articles.isDraft,
  trashedAt: articles.trashedAt,
};

/** Without the title if it is one that the actor may not read. */
function nameOf(
  actor: Actor,
  article: PermissionColumns & Pick<ArticleRow, 'title' | 'trashedAt'>,
  determiner: 'The' | 'the',
): string {
  const place = article.trashedAt === null ? '' : ' in the trash';
  if (mayRead(actor, article)) return `${determiner} article “${titleOrUntitled(article.title)}”${place}`;
  return determiner === 'The' ? 'Another article' : 'another article';
}

function slugConflict(message: string): DomainError {
  return new DomainError('conflict', message, { fields: { slug: message } });
}
