import { asc, eq } from 'drizzle-orm';
import { type Actor, requireArticlePermission } from '#domain/accounts/actor.ts';
import { user } from '#domain/accounts/tables.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { uuidv7 } from '#platform/ids.ts';
import { lockArticle } from '../article-locks.server.ts';
import { requireStoredPermission } from '../article-permissions.server.ts';
import { articleNotes } from './tables.server.ts';
import { type ArticleNote, NOTE_LIMIT, RETURN_LIMIT } from './note.ts';

/**
 * All notes of an article, oldest first. Throws `not_found` for an unknown article, and `forbidden` for one that the actor
 * may not read.
 */
export async function listNotes(db: Db, actor: Actor, articleId: string): Promise<ArticleNote[]> {
  await requireStoredPermission(db, articleId, (article) =>
    requireArticlePermission(actor, 'article.read', article),
  );
  return db
    .select({
      id: articleNotes.id,
      text: articleNotes.text,
      isReturn: articleNotes.isReturn,
      createdByName: user.name,
      createdAt: articleNotes.createdAt,
    })
    .from(articleNotes)
    .leftJoin(user, eq(user.id, articleNotes.createdBy))
    .where(eq(articleNotes.articleId, articleId))
    .orderBy(asc(articleNotes.id))
    .limit(RETURN_LIMIT);
}

/** Adds a note. Throws as `listNotes` does, and `conflict` for an article that has `NOTE_LIMIT` notes. */
export async function addNote(
  { database, clock }: CommandDeps,
  actor: Actor,
  { articleId, text }: { readonly articleId: string; readonly text: string },
): Promise<void> {
  const now = clock();
  await database.transaction(async (tx) => {
    const article = await lockArticle(tx, articleId);
    requireArticlePermission(actor, 'article.note', article);
    await insertNote(tx, actor, { articleId, text, isReturn: false, now });
  });
}

interface NewNote extends Pick<ArticleNote, 'text' | 'isReturn'> {
  readonly articleId: string;
  readonly now: Date;
}

/**
 * The article must be locked, so that concurrent notes cannot exceed the limit. Throws `conflict` if it is reached.
 *
 * @param actor null if the account no longer exists
 */
export async function insertNote(
  tx: Transaction,
  actor: Pick<Actor, 'userId'> | null,
  note: NewNote,
): Promise<void> {
  const { articleId, text, isReturn, now } = note;
  const limit = isReturn ? RETURN_LIMIT : NOTE_LIMIT;
  if ((await tx.$count(articleNotes, eq(articleNotes.articleId, articleId))) >= limit)
    throw new DomainError('conflict', `This article has ${limit} notes, and can have no more.`);
  await tx.insert(articleNotes).values({
    id: uuidv7(now.getTime()),
    articleId,
    text,
    isReturn,
    createdBy: actor?.userId ?? null,
    createdAt: now,
  });
}
