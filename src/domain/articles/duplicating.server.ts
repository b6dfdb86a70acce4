import { inArray } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import type { Db } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DomainError } from '#platform/domain-error.ts';
import { DEFAULT_READ_TIME } from './article.ts';
import { fieldRules, pickFields } from './article-fields.ts';
import { getAutosave } from './autosaves/autosaves.server.ts';
import { createArticle, type Created } from './creating.server.ts';
import { getNewsroomArticle } from './newsroom-queries.server.ts';
import type { ArticleDeps } from './prepare-fields.server.ts';
import { SLUG_MAX_LENGTH, slugify } from './slug.ts';
import { articles, articleSlugs } from './tables.server.ts';
import { isWithoutText, titleOrUntitled } from './untitled.ts';

/** Copies with a number in their slug; a further one has a random slug. */
const MAX_NUMBERED = 50;

/**
 * Creates a draft with the fields, bylines and pictures of an article, as an article of the actor. It has no comments, no notes
 * and one revision. A draft that nobody has saved yet is copied as it was saved automatically. Throws as `createArticle` does, and `forbidden` and `not_found` for an article that the actor may not read,
 * and for one in the trash.
 *
 * @param options.key as for `createArticle`
 */
export async function duplicateArticle(
  deps: ArticleDeps,
  actor: Actor,
  { id, key }: { readonly id: string; readonly key: string | null },
): Promise<Created> {
  const { db } = deps.database;
  requireArticlePermission(actor, 'article.write', { createdBy: actor.userId });
  const article = await getNewsroomArticle(db, actor, id);
  if (article.state === 'in_trash') throw new DomainError('not_found', 'This article is in the trash.');
  const { autosave } = await getAutosave(db, actor, id);
  const text = isWithoutText(article) && autosave !== null ? autosave : article;
  const title = [...`Copy of ${titleOrUntitled(text.title)}`]
    .slice(0, fieldRules('title').maxLength)
    .join('');
  const fields = {
    ...pickFields(text),
    title,
    slug: await findFreeSlug(db, slugify(title)),
    isDraft: true,
    // A calculated time is calculated again instead of being taken for one that was entered.
    readTime: article.readTimeTyped ? text.readTime : DEFAULT_READ_TIME,
  };
  return createArticle(deps, actor, { fields, key });
}

/** The slug, or the first with a number that no article has or had. The command that stores it checks that again. */
async function findFreeSlug(db: Db, slug: string): Promise<string> {
  const numbers = Array.from({ length: MAX_NUMBERED }, (_, index) => index + 2);
  const candidates = [slug, ...numbers.map((number) => withSuffix(slug, String(number)))];
  const used = await db
    .select({ slug: articles.slug })
    .from(articles)
    .where(inArray(articles.slug, candidates))
    .union(
      db.select({ slug: articleSlugs.slug }).from(articleSlugs).where(inArray(articleSlugs.slug, candidates)),
    );
  const free = candidates.find((candidate) => !used.some((other) => other.slug === candidate));
  return free ?? withSuffix(slug, uuidv7().slice(-12));
}

const withSuffix = (slug: string, suffix: string) =>
  `${slug.slice(0, SLUG_MAX_LENGTH - suffix.length - 1).replace(/-$/, '')}-${suffix}`;
