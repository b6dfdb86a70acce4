import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { getSection, type SectionSlug } from '#domain/categories/section.ts';
import type { Transaction } from '#platform/db/database.ts';
import { RELATED_LIMIT } from './article.ts';
import { type ArticleRow, publishedArticles } from './tables.server.ts';
import { pageTags } from './tags.ts';

/**
 * Tells the pages that show an article what has become of it: no page more than has to change, however many articles
 * there are. To be called after the write, in its transaction.
 *
 * @param before null for an article that was not there
 * @param after null for one that is not there any more
 */
export async function announceChange(
  tx: Transaction,
  before: ArticleRow | null,
  after: ArticleRow | null,
): Promise<void> {
  const was = before === null || before.isDraft ? null : before;
  const is = after === null || after.isDraft ? null : after;
  if (was === null && is === null) return;
  if (is === null && was !== null) takeDown(tx, was);
  else if (is !== null && was === null) await putUp(tx, is);
  else if (is !== null && was !== null) await change(tx, was, is);
}

/** Its page and every page that lists it may not be served even once more; the other pages of the lists move up. */
function takeDown(tx: Transaction, was: ArticleRow): void {
  tx.drop(pageTags.article(was.id), pageTags.card(was.id), pageTags.recommended(was.id));
  tx.touch(pageTags.section(sectionOf(was)), pageTags.list);
}

async function putUp(tx: Transaction, is: ArticleRow): Promise<void> {
  tx.touch(pageTags.article(is.id), pageTags.section(sectionOf(is)), pageTags.list);
  await invalidateNeighbours(tx, is);
}

async function change(tx: Transaction, was: ArticleRow, is: ArticleRow): Promise<void> {
  const hasMoved = was.slug !== is.slug;
  // A page under the old address that serves on while others lead there already would send readers in a circle.
  if (hasMoved) tx.drop(pageTags.article(is.id));
  else tx.touch(pageTags.article(is.id));
  if (CARD_FIELDS.some((field) => was[field] !== is[field]))
    tx.touch(pageTags.card(is.id), pageTags.recommended(is.id));
  // The newest featured article opens the listing of all, and then stands in none of its pages.
  if (was.featured !== is.featured) tx.touch(pageTags.list);
  if (was.categorySlug !== is.categorySlug) {
    tx.touch(pageTags.section(sectionOf(was)), pageTags.section(sectionOf(is)));
    await invalidateNeighbours(tx, is);
  }
}

/** What a list shows of an article. */
const CARD_FIELDS = [
  'slug',
  'title',
  'excerpt',
  'categorySlug',
  'readTime',
  'image',
  'imageAlt',
  'lang',
] as const;

/**
 * Touches the pages that lead on to an article that has come to a section: all of the section where it is among the
 * newest, those that are filled from other sections (at most three of each section), and the next newer one, whose
 * "Next article" it is.
 */
async function invalidateNeighbours(tx: Transaction, is: ArticleRow): Promise<void> {
  const inSection = eq(publishedArticles.categorySlug, is.categorySlug);
  // one more than a page shows, because none shows itself
  const newestOfSection = await newest(tx, inSection, RELATED_LIMIT + 1);
  if (newestOfSection.includes(is.id)) tx.touch(pageTags.related(sectionOf(is)));
  // a page that is filled has at most as many of its own section before it
  if ((await newest(tx, undefined, 2 * RELATED_LIMIT)).includes(is.id)) tx.touch(pageTags.newest);
  const [newer] = await tx
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(
      and(
        inSection,
        sql`(${publishedArticles.publishDate}, ${publishedArticles.id}) > (${is.publishDate}, ${is.id})`,
      ),
    )
    .orderBy(asc(publishedArticles.publishDate), asc(publishedArticles.id))
    .limit(1);
  if (newer !== undefined) tx.touch(pageTags.article(newer.id));
}

async function newest(tx: Transaction, where: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: publishedArticles.id })
    .from(publishedArticles)
    .where(where)
    .orderBy(desc(publishedArticles.publishDate), desc(publishedArticles.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function sectionOf({ categorySlug }: ArticleRow): SectionSlug {
  return getSection(categorySlug).slug;
}
