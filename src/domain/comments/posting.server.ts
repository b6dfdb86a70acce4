import { and, eq, gt, sql } from 'drizzle-orm';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DomainError } from '#platform/domain-error.ts';
import { recordPostedComment } from './comment-events.server.ts';
import { COMMENTS_CLOSED_MESSAGE, type CommentReceipt } from './comment.ts';
import { findCommentedArticle } from './commenting-status.server.ts';
import { checkRawLength } from './moderation/length.ts';
import { moderate, createPipeline } from './moderation/pipeline.server.ts';
import { requireCommentRate } from './moderation/rate-limit.ts';
import type { ModerationReason } from './moderation/reasons.ts';
import { createTextKey } from './moderation/text-key.server.ts';
import { comments } from './tables.server.ts';
import { cleanText } from './text.ts';
import {
  validateComment,
  REQUIRED_FIELDS_MESSAGE,
  normalizeEmail,
  hasMissingField,
  type CommentInput,
} from './comment-input.ts';

export interface PostingDeps extends CommandDeps {
  readonly rateLimit: Pick<RateLimit, 'consume'>;
  readonly settings: SettingsReader;
}

export interface CommentSubmission extends CommentInput {
  readonly articleSlug: string;
  /** Value of the honeypot field, which is hidden from people. */
  readonly honeypotValue: string;
  /** Milliseconds the page was open, as reported by its script. Null without script. */
  readonly timeOnPageMs: number | null;
  /** Origin of the request, from `networkOf`. */
  readonly network: string;
}

export interface PostedComment {
  /** Does not reveal whether the comment is pending or a duplicate, nor which pseudonym belongs to the address. */
  readonly comment: CommentReceipt;
  readonly article: { readonly id: string; readonly slug: string };
}

/** The same text from the same address on the same article counts as a double submission within this time. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

/**
 * Posts a comment on a published article. A suspicious comment stays pending until a moderator decides; the response does
 * not reveal this. Throws `unprocessable` with the fields for invalid input, `not_found` for an unknown or draft article,
 * `forbidden` when comments are closed, and `too_many` above the rate limit of a network.
 */
export async function postComment(deps: PostingDeps, form: CommentSubmission): Promise<PostedComment> {
  const { database, clock, rateLimit } = deps;
  const { network, articleSlug } = form;
  // First, because anyone may send this form: the checks of length and rate cost the least.
  checkRawLength(form.comment_text);
  await requireCommentRate(rateLimit, network);
  const settings = await deps.settings();
  const article = await findCommentedArticle(database.db, articleSlug, settings);
  if (article === null) throw new DomainError('not_found');
  if (!article.isOpen) throw new DomainError('forbidden', COMMENTS_CLOSED_MESSAGE);
  const input = parseSubmission(form);
  const now = clock();
  const pipeline = createPipeline({ db: database.db, settings, now });
  const reasons = await moderate(pipeline, { ...form, ...input });
  const comment = { ...input, articleId: article.id, now };
  const id = uuidv7();
  await database.transaction(async (tx) => {
    // The article may have been deleted since it was looked up.
    if (!(await lockArticles(tx, [article.id])).has(article.id)) throw new DomainError('not_found');
    if (!(await isDuplicate(tx, comment))) await insert(tx, { ...comment, id }, reasons);
  });
  // A duplicate gets a new id and time as well: those of the first one would reveal which public comment it is.
  return { comment: { id, text: input.text, createdAt: now }, article };
}

function parseSubmission(form: CommentSubmission): { email: string; text: string } {
  const fieldErrors = validateComment(form);
  if (Object.keys(fieldErrors).length > 0)
    throw new DomainError('unprocessable', hasMissingField(form) ? REQUIRED_FIELDS_MESSAGE : '', {
      fields: fieldErrors,
    });
  return { email: normalizeEmail(form.user_email), text: cleanText(form.comment_text) };
}

interface NewComment {
  readonly articleId: string;
  readonly email: string;
  readonly text: string;
  readonly now: Date;
}

async function isDuplicate(tx: Transaction, { articleId, email, text, now }: NewComment): Promise<boolean> {
  // Serializes concurrent submissions, so that the second one finds the first.
  const lockKey = `${articleId} ${email}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`);
  const isSame = and(
    eq(comments.userEmail, email),
    eq(comments.articleId, articleId),
    eq(comments.commentText, text),
    gt(comments.createdAt, new Date(now.getTime() - DUPLICATE_WINDOW_MS)),
  );
  const found = await tx.select({ id: comments.id }).from(comments).where(isSame).limit(1);
  return found.length > 0;
}

async function insert(
  tx: Transaction,
  { id, articleId, email, text, now }: NewComment & { readonly id: string },
  reasons: ModerationReason[],
): Promise<void> {
  const isPending = reasons.length > 0;
  await tx.insert(comments).values({
    id,
    articleId,
    userEmail: email,
    commentText: text,
    createdAt: now,
    status: isPending ? 'held' : 'published',
    reasons,
    textKey: createTextKey(text),
  });
  await recordPostedComment(tx, { id, articleId }, isPending);
  if (!isPending) tx.invalidate(pageTags.article(articleId));
}
