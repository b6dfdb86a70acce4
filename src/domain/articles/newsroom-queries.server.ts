import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { user } from '#domain/accounts/tables.server.ts';
import { getSection } from '#domain/categories/section.ts';
import type { Db } from '#platform/db/database.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Manuscript } from './manuscript.ts';
import { articles } from './tables.server.ts';

/** An article as the newsroom has it. */
export interface NewsroomArticle extends Manuscript {
  readonly id: string;
  /** Grows by one with every save. */
  readonly revision: number;
  /** Null until it is first published. */
  readonly publishDate: Date | null;
  readonly wordCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly createdByName: string | null;
  readonly updatedByName: string | null;
}

const creator = alias(user, 'creator');
const editor = alias(user, 'editor');

export async function getNewsroomArticle(db: Db, id: string): Promise<NewsroomArticle> {
  const [row] = await db
    .select({ article: articles, createdByName: creator.name, updatedByName: editor.name })
    .from(articles)
    .leftJoin(creator, eq(creator.id, articles.createdBy))
    .leftJoin(editor, eq(editor.id, articles.updatedBy))
    .where(eq(articles.id, id));
  if (row === undefined) throw new Refusal('not_found', 'This article is not there any more.');
  const { article, ...names } = row;
  return { ...article, ...names, sectionSlug: getSection(article.categorySlug).slug };
}
