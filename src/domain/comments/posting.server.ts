import { and, eq, gt, sql } from 'drizzle-orm';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { pageTags } from '#domain/articles/tags.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { Refusal } from '#platform/refusal.ts';
import { COMMENTING_CLOSED, type OwnCopy } from './comment.ts';
import { findCommentedArticle } from './commenting.server.ts';
import { checkRawLength } from './moderation/length.ts';
import { moderate, phases } from './moderation/pipeline.server.ts';
import { checkRate } from './moderation/rate.ts';
import type { HoldReason } from './moderation/reasons.ts';
import { textKeyOf } from './moderation/text-key.server.ts';
import { comments } from './tables.server.ts';
import { cleanText } from './text.ts';
import { faultsOf, FIELDS_MISSING, identityOf, isMissing, type TypedComment } from './typed-comment.ts';

export interface PostingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly settings: SettingsReader;
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
  /** Nothing in it tells whether it is held or was there before, nor which pseudonym belongs to the address. */
  readonly comment: OwnCopy;
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
  const { database, clock, rateLimit } = parts;
  const { network, articleSlug } = form;
  // Before anything is done for it: this is the form anybody may send, as often and as long as they like.
  checkRawLength(form.comment_text);
  await checkRate(rateLimit, network);
  const settings = await parts.settings();
  const article = await findCommentedArticle(database.db, articleSlug, settings);
  if (article === null) throw new Refusal('not_found');
  if (!article.isOpen) throw new Refusal('forbidden', COMMENTING_CLOSED);
  const written = readForm(form);
  const now = clock();
  const pipeline = phases({ db: database.db, settings, now });
  const reasons = await moderate(pipeline, { ...form, ...written });
  const comment = { ...written, articleId: article.id, now };
  const id = uuidv7();
  await database.transaction(async (tx) => {
    // It may have been deleted since it was looked up.
    if (!(await lockArticles(tx, [article.id])).has(article.id)) throw new Refusal('not_found');
    if (!(await hasTwin(tx, comment))) await insert(tx, { ...comment, id }, reasons);
  });
  // Of a twin, too: the identifier and the time of the other one would say which of the shown comments is its writer's.
  return { comment: { id, text: written.text, createdAt: now }, article };
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

async function hasTwin(tx: Transaction, { articleId, email, text, now }: NewComment): Promise<boolean> {
  // Of two that come at once, the second waits here until the first is there to be found.
  const both = `${articleId} ${email}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${both}, 0))`);
  const isTwin = and(
    eq(comments.userEmail, email),
    eq(comments.articleId, articleId),
    eq(comments.commentText, text),
    gt(comments.createdAt, new Date(now.getTime() - TWIN_MS)),
  );
  const twins = await tx.select({ id: comments.id }).from(comments).where(isTwin).limit(1);
  return twins.length > 0;
}

async function insert(
  tx: Transaction,
  { id, articleId, email, text, now }: NewComment & { readonly id: string },
  reasons: HoldReason[],
): Promise<void> {
  const isHeld = reasons.length > 0;
  await tx.insert(comments).values({
    id,
    articleId,
    userEmail: email,
    commentText: text,
    createdAt: now,
    status: isHeld ? 'held' : 'published',
    reasons,
    textKey: textKeyOf(text),
  });
  if (!isHeld) tx.touch(pageTags.article(articleId));
}
