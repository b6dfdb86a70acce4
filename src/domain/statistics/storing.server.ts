import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { articles } from '../articles/tables.server.ts';
import { type DayViews, MAX_REFERRERS, OTHER_REFERRERS } from './day-views.ts';
import { articleViews, pageViews, referrerViews } from './tables.server.ts';
import type { PageKind } from './viewed-page.ts';

const ARTICLE_PREFIX = 'article:';
/** The largest value of the column. */
const MAX_VIEWS = 2_147_483_647;

/** Adds the views to those that are stored for the day. Articles that were deleted in the meantime are left out. */
export async function storeViews(tx: Transaction, day: string, views: DayViews): Promise<void> {
  // Two processes that add to the same rows in a different order would wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('page views', 0))`);
  const kinds = new Map<PageKind, number>();
  const viewsOfArticles: { readonly id: string; readonly views: number }[] = [];
  for (const [page, number] of views.pages) {
    const isArticle = page.startsWith(ARTICLE_PREFIX);
    const kind = isArticle ? 'article' : (page as PageKind);
    kinds.set(kind, (kinds.get(kind) ?? 0) + number);
    if (isArticle) viewsOfArticles.push({ id: page.slice(ARTICLE_PREFIX.length), views: number });
  }
  await addPageViews(tx, day, kinds);
  await addArticleViews(tx, day, viewsOfArticles);
  await addReferrerViews(tx, day, views.referrers);
}

async function addPageViews(
  tx: Transaction,
  day: string,
  kinds: ReadonlyMap<PageKind, number>,
): Promise<void> {
  if (kinds.size === 0) return;
  await tx
    .insert(pageViews)
    .values(Array.from(kinds, ([kind, views]) => ({ day, kind, views })))
    .onConflictDoUpdate({
      target: [pageViews.day, pageViews.kind],
      set: { views: sumOf(sql`${pageViews.views}`) },
    });
}

async function addArticleViews(
  tx: Transaction,
  day: string,
  counted: readonly { readonly id: string; readonly views: number }[],
): Promise<void> {
  if (counted.length === 0) return;
  await tx.execute(sql`
    insert into ${articleViews} (day, article_id, views)
    select ${day}::date, ${articles.id}, counted.views
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted (id uuid, views integer)
    join ${articles} on ${articles.id} = counted.id
    on conflict (day, article_id) do update set views = ${sumOf(sql`${articleViews.views}`)}`);
}

/** Only the hosts with the most views of the day are stored by name. */
async function addReferrerViews(
  tx: Transaction,
  day: string,
  hosts: ReadonlyMap<string, number>,
): Promise<void> {
  if (hosts.size === 0) return;
  const add = (rows: (typeof referrerViews.$inferInsert)[]) =>
    tx
      .insert(referrerViews)
      .values(rows)
      .onConflictDoUpdate({
        target: [referrerViews.day, referrerViews.host],
        set: { views: sumOf(sql`${referrerViews.views}`) },
      });
  await add(Array.from(hosts, ([host, views]) => ({ day, host, views })));
  const { host, views } = referrerViews;
  const ofDay = eq(referrerViews.day, day);
  const excess = await tx
    .select({ host, views })
    .from(referrerViews)
    .where(and(ofDay, ne(host, OTHER_REFERRERS)))
    .orderBy(desc(views), asc(host))
    .offset(MAX_REFERRERS);
  if (excess.length === 0) return;
  const excessHosts = excess.map((row) => row.host);
  await tx.delete(referrerViews).where(and(ofDay, inArray(host, excessHosts)));
  await add([{ day, host: OTHER_REFERRERS, views: excess.reduce((sum, row) => sum + row.views, 0) }]);
}

const sumOf = (stored: ReturnType<typeof sql>) =>
  sql`least(${stored}::bigint + excluded.views, ${sql.raw(String(MAX_VIEWS))})::integer`;
