import { sql } from 'drizzle-orm';
import { lockArticles } from '#domain/articles/article-locks.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import { createBatches } from '#platform/batches.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { uuidv7 } from '#platform/ids.ts';
import { DomainError } from '#platform/domain-error.ts';
import { parseEmailAddress } from '#platform/mail/email-address.ts';
import { recordPostedComments } from './comment-events.server.ts';
import { COMMENTS_CLOSED_MESSAGE, type CommentReceipt } from './comment.ts';
import { type CommentedArticle, findCommentedArticles } from './commenting-status.server.ts';
import { findHistories } from './moderation/comment-history.server.ts';
import { checkRawLength } from './moderation/length.ts';
import { moderate, createPipeline } from './moderation/pipeline.ts';
import { requireCommentRate } from './moderation/rate-limit.ts';
import type { ModerationReason } from './moderation/reasons.ts';
import { createTextKey } from './moderation/text-key.server.ts';
import { comments } from './tables.server.ts';
import { cleanText } from './text.ts';
import {
  validateComment,
  REQUIRED_FIELDS_MESSAGE,
  hasMissingField,
  type CommentInput,
} from './comment-input.ts';

export interface PostingDeps extends CommandDeps {
  readonly rateLimit: Pick<RateLimit, 'consume' | 'peek'>;
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

export type PostComment = (form: CommentSubmission) => Promise<PostedComment>;

/** The same text from the same address on the same article counts as a double submission within this time. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

/** At most 2 MB of text wait, and a batch is one short transaction. */
const BATCHES = { maxItems: 100, maxWaiting: 1_000 };

/**
 * Returns the command that posts a comment on a published article. A suspicious comment stays pending until a moderator
 * decides; the response does not reveal this. It throws `unprocessable` with the fields for invalid input, `not_found` for
 * an unknown or draft article, `forbidden` when comments are closed, `too_many` above the rate limit of a network, and
 * `unavailable` if too many comments wait. Comments that arrive at the same time are stored in one transaction.
 */
export function createPosting(deps: PostingDeps): PostComment {
  const post = createBatches((forms: readonly CommentSubmission[]) => postBatch(deps, forms), BATCHES);
  return async (form) => {
    // First, because anyone may send this form: the checks of length and rate cost the least.
    checkRawLength(form.comment_text);
    await requireCommentRate(deps.rateLimit, form.network);
    return post(form);
  };
}

/** A valid comment on an article that accepts comments, before moderation. */
interface Candidate {
  readonly id: string;
  readonly article: CommentedArticle;
  readonly email: string;
  readonly text: string;
  readonly form: CommentSubmission;
}

interface ModeratedComment extends Candidate {
  readonly reasons: readonly ModerationReason[];
}

async function postBatch(
  { database, clock, settings: readSettings }: PostingDeps,
  forms: readonly CommentSubmission[],
): Promise<readonly PromiseSettledResult<PostedComment>[]> {
  const now = clock();
  const settings = await readSettings();
  const slugs = forms.map(({ articleSlug }) => articleSlug);
  const articles = await findCommentedArticles(database.db, slugs, settings);
  const candidates = forms.map((form) => settle(() => createCandidate(form, articles.get(form.articleSlug))));
  const histories = await findHistories(database.db, fulfilled(candidates), now);
  const pipeline = createPipeline(settings);
  const moderated = candidates.map((outcome) =>
    andThen(outcome, (candidate): ModeratedComment => {
      const { form, text } = candidate;
      const history = histories.get(candidate);
      if (history === undefined) throw new Error('the history of a comment is missing');
      return { ...candidate, reasons: moderate(pipeline, { ...form, text, history }) };
    }),
  );
  const existing = await database.transaction((tx) => store(tx, fulfilled(moderated), now));
  return moderated.map((outcome) =>
    andThen(outcome, ({ id, text, article }) => {
      // The article may have been deleted since it was looked up.
      if (!existing.has(article.id)) throw new DomainError('not_found');
      // A duplicate gets a new id and time as well: those of the first one would reveal which public comment it is.
      return { comment: { id, text, createdAt: now }, article };
    }),
  );
}

function createCandidate(form: CommentSubmission, article: CommentedArticle | undefined): Candidate {
  if (article === undefined) throw new DomainError('not_found');
  if (!article.isOpen) throw new DomainError('forbidden', COMMENTS_CLOSED_MESSAGE);
  const fieldErrors = validateComment(form);
  const email = parseEmailAddress(form.user_email);
  if (email === null || Object.keys(fieldErrors).length > 0)
    throw new DomainError('unprocessable', hasMissingField(form) ? REQUIRED_FIELDS_MESSAGE : '', {
      fields: fieldErrors,
    });
  return { id: uuidv7(), article, email, text: cleanText(form.comment_text), form };
}

/** Stores the comments that are no duplicates. Returns the ids of the articles that still exist. */
async function store(
  tx: Transaction,
  moderated: readonly ModeratedComment[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const existing = await lockArticles(tx, [...new Set(moderated.map(({ article }) => article.id))]);
  const stored = moderated.filter(({ article }) => existing.has(article.id));
  const added = await withoutDuplicates(tx, stored, now);
  if (added.length === 0) return existing;
  await insert(tx, added, now);
  await recordPostedComments(
    tx,
    added.map(({ id, article, reasons }) => ({ id, articleId: article.id, state: stateOf(reasons) })),
  );
  const published = added.filter(({ reasons }) => stateOf(reasons) === 'published');
  tx.invalidate(...new Set(published.map(({ article }) => pageTags.article(article.id))));
  return existing;
}

const stateOf = (reasons: readonly ModerationReason[]) => (reasons.length > 0 ? 'held' : 'published');

async function withoutDuplicates(
  tx: Transaction,
  moderated: readonly ModeratedComment[],
  now: Date,
): Promise<readonly ModeratedComment[]> {
  const unique = [...new Map(moderated.map((comment) => [submissionKey(comment), comment])).values()];
  if (unique.length === 0) return [];
  const { articleIds, emails, texts } = columnsOf(unique);
  // Serializes concurrent submissions of other processes, so that the second one finds the first.
  await tx.execute(sql`
    select pg_advisory_xact_lock(author.key) from (
      select distinct hashtextextended(article || ' ' || email, 0) as key
      from unnest(${articleIds}::text[], ${emails}::text[]) as posted (article, email) order by key
    ) as author`);
  const { rows } = await tx.execute<{ isKnown: boolean }>(sql`
    select exists (
      select 1 from ${comments}
      where ${comments.userEmail} = posted.email and ${comments.articleId} = posted.article
        and ${comments.commentText} = posted.text
        and ${comments.createdAt} > ${new Date(now.getTime() - DUPLICATE_WINDOW_MS)}
    ) as "isKnown"
    from unnest(${articleIds}::uuid[], ${emails}::text[], ${texts}::text[])
      with ordinality as posted (article, email, text, position)
    order by posted.position`);
  return unique.filter((_, index) => rows[index]?.isKnown === false);
}

const submissionKey = ({ article, email, text }: ModeratedComment): string =>
  JSON.stringify([article.id, email, text]);

/** One statement with the same text for any number of comments, so that it stays prepared. */
async function insert(tx: Transaction, added: readonly ModeratedComment[], now: Date): Promise<void> {
  const { ids, articleIds, emails, texts } = columnsOf(added);
  const states = added.map(({ reasons }) => stateOf(reasons));
  const reasons = added.map((comment) => comment.reasons.join(' '));
  const keys = added.map(({ text }) => createTextKey(text));
  await tx.execute(sql`
    insert into ${comments} (id, article_id, user_email, comment_text, created_at, status, reasons, text_key)
    select id, article, email, text, ${now}, state, string_to_array(reasons, ' '), key
    from unnest(${ids}::uuid[], ${articleIds}::uuid[], ${emails}::text[], ${texts}::text[], ${sql.param(states)}::text[],
      ${sql.param(reasons)}::text[], ${sql.param(keys)}::text[])
      as posted (id, article, email, text, state, reasons, key)`);
}

function columnsOf(list: readonly ModeratedComment[]) {
  return {
    ids: sql.param(list.map(({ id }) => id)),
    articleIds: sql.param(list.map(({ article }) => article.id)),
    emails: sql.param(list.map(({ email }) => email)),
    texts: sql.param(list.map(({ text }) => text)),
  };
}

function settle<Result>(work: () => Result): PromiseSettledResult<Result> {
  try {
    return { status: 'fulfilled', value: work() };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

const andThen = <Value, Result>(
  outcome: PromiseSettledResult<Value>,
  work: (value: Value) => Result,
): PromiseSettledResult<Result> =>
  outcome.status === 'rejected' ? outcome : settle(() => work(outcome.value));

const fulfilled = <Value>(outcomes: readonly PromiseSettledResult<Value>[]): readonly Value[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
