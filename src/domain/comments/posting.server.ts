import { and, eq, gt, sql } from 'drizzle-orm';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { COMMENTING_CLOSED, type PublicComment } from './comment.ts';
import { findCommentedArticle } from './commenting.server.ts';
import { moderate, phases } from './moderation/pipeline.server.ts';
import type { HoldReason } from './moderation/reasons.ts';
import { textKeyOf } from './moderation/text-key.server.ts';
import { pseudonymFor } from './pseudonym.server.ts';
import { comments } from './tables.server.ts';
import { cleanText } from './text.ts';
import { faultsOf, FIELDS_MISSING, identityOf, isMissing, type TypedComment } from './typed-comment.ts';

export interface PostingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly settings: SettingsReader;
  readonly pseudonymKey: string;
}

export interface PostedForm extends TypedComment {
  readonly articleSlug: string;
  /** Of the field that people do not see. */
  readonly trap: string;
  /** How long the page was open, if its script says so. Milliseconds. */
  readonly openForMs: number | null;
  /** From `networkOf`. */
  readonly network: string;
}

export interface Posted {
  /** As readers see it, or would see it: nothing in it tells whether it is held. */
  readonly comment: PublicComment;
  readonly article: { readonly id: string; readonly slug: string };
}

/** The same words by the same person within this time are the same comment, sent twice by a second click. */
const TWIN_MS = 10 * 60_000;

/**
 * Posts a comment on a published article. What looks like spam is held for a moderator, which the answer does not show.
 * Refuses what is incomplete (`unprocessable`, with the fields), unknown and draft articles alike (`not_found`), closed
 * ones (`forbidden`) and too many from one network (`too_many`).
 */
export async function postComment(parts: PostingParts, form: PostedForm): Promise<Posted> {
  const { database, clock, rateLimit, pseudonymKey } = parts;
  const { network, articleSlug } = form;
  const settings = await parts.settings();
  const article = await findCommentedArticle(database.db, articleSlug, settings);
  if (article === null) throw new Refusal('not_found');
  if (!article.isOpen) throw new Refusal('forbidden', COMMENTING_CLOSED);
  const written = readForm(form);
  const now = clock();
  const pipeline = phases({ db: database.db, rateLimit, settings, network, now });
  const reasons = await moderate(pipeline, { ...form, ...written });
  const comment = { ...written, articleId: article.id, now };
  const row = await database.transaction(async (tx) => {
    // It may have been deleted since it was looked up.
    if (!(await lockArticles(tx, [article.id])).has(article.id)) throw new Refusal('not_found');
    return (await findTwin(tx, comment)) ?? insert(tx, comment, reasons);
  });
  const name = pseudonymFor(written.email, pseudonymKey);
  return { comment: { ...row, name }, article };
}

function readForm(form: PostedForm): { email: string; text: string } {
  const faults = faultsOf(form);
  if (Object.keys(faults).length > 0)
    throw new Refusal('unprocessable', isMissing(form) ? FIELDS_MISSING : '', { fields: faults });
  return { email: identityOf(form.user_email), text: cleanText(form.comment_text) };
}

interface NewComment {
  readonly articleId: string;
  readonly email: string;
  readonly text: string;
  readonly now: Date;
}

const shown = { id: comments.id, text: comments.commentText, createdAt: comments.createdAt };
type ShownRow = Omit<PublicComment, 'name'>;

async function findTwin(
  tx: Transaction,
  { articleId, email, text, now }: NewComment,
): Promise<ShownRow | null> {
  // Of two that come at once, the second waits here until the first is there to be found.
  const both = `${articleId} ${email}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${both}, 0))`);
  const isTwin = and(
    eq(comments.userEmail, email),
    eq(comments.articleId, articleId),
    eq(comments.commentText, text),
    gt(comments.createdAt, new Date(now.getTime() - TWIN_MS)),
  );
  const [twin] = await tx.select(shown).from(comments).where(isTwin).limit(1);
  return twin ?? null;
}

async function insert(
  tx: Transaction,
  { articleId, email, text, now }: NewComment,
  reasons: HoldReason[],
): Promise<ShownRow> {
  const isHeld = reasons.length > 0;
  const [row] = await tx
    .insert(comments)
    .values({
      articleId,
      userEmail: email,
      commentText: text,
      createdAt: now,
      status: isHeld ? 'held' : 'published',
      reasons,
      textKey: textKeyOf(text),
    })
    .returning(shown);
  if (row === undefined) throw new Error('the comment was not inserted');
  if (!isHeld) tx.touch(pageTags.article(articleId));
  return row;
}
