import { and, desc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, requireRole } from '#domain/accounts/actor.ts';
import { findScope } from '#domain/accounts/permissions.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { SectionSlug } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { type PageOf, readPage } from '#platform/paging.ts';
import { STATE_CONDITIONS } from '../article-state.server.ts';
import { articles } from '../tables.server.ts';

/** An article in the trash, as its list shows it. */
export interface TrashedArticle {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly sectionSlug: SectionSlug;
  readonly authorName: string;
  /** Whether restoring publishes it again. */
  readonly wasPublished: boolean;
  readonly trashedAt: Date;
  /** Null when the account was deleted. */
  readonly trashedByName: string | null;
}

const remover = alias(user, 'remover');

/** The articles in the trash that the actor may read, the last one that came there first, 20 a page. */
export async function listTrashedArticles(
  db: Db,
  actor: Actor,
  page: number,
): Promise<PageOf<TrashedArticle>> {
  requireRole(actor);
  const isOwn = eq(articles.createdBy, actor.userId);
  const scope = findScope(actor.role, 'article.read');
  const inTrash = and(STATE_CONDITIONS.in_trash, scope === 'all' ? undefined : isOwn);
  const trashed = db
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      sectionSlug: articles.categorySlug,
      authorName: articles.authorName,
      wasPublished: articles.trashedPublished,
      trashedAt: articles.trashedAt,
      trashedByName: remover.name,
    })
    .from(articles)
    .leftJoin(remover, eq(remover.id, articles.trashedBy))
    .where(inTrash)
    .orderBy(desc(articles.trashedAt), desc(articles.id));
  const found = await readPage(trashed, { page, count: db.$count(articles, inTrash) });
  const rows = found.rows.flatMap(({ trashedAt, ...row }) =>
    trashedAt === null ? [] : [{ ...row, trashedAt }],
  );
  return { ...found, rows };
}
