import { ApiError } from '../../api/api-error.ts';
import type { ArticleInput, Draft } from '../draft/draft.ts';
import { createStore, type ReadableStore } from '../store.ts';
import { type BaseRevision, type NewsroomArticle, newsroomArticle } from '../newsroom-article.ts';

/** The draft at the time of the save request. */
export interface SaveJob {
  readonly draft: Draft;
  readonly input: ArticleInput;
}

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly isDraft: boolean }
  /** Failed temporarily; will be retried automatically. */
  | { readonly kind: 'waiting'; readonly isDraft: boolean; readonly message: string }
  /** Rejected by the server, or cancelled; needs user action. */
  | {
      readonly kind: 'failed';
      /** Null if the save was cancelled. */
      readonly job: SaveJob | null;
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** Another user has saved in the meantime. */
  | { readonly kind: 'conflict'; readonly job: SaveJob; readonly serverVersion: NewsroomArticle };

export interface SaveQueueDeps {
  /** Null for an article that does not exist yet. */
  readonly base: BaseRevision | null;
  /** Throws `ApiError`. */
  readonly send: (input: ArticleInput, base: BaseRevision | null) => Promise<NewsroomArticle>;
  readonly onSaved: (article: NewsroomArticle, job: SaveJob) => void;
  /** Called on the first failure of a save, not on each retry. */
  readonly onFailed: (message: string) => void;
  /** Whether the server's version is the result of this save, whose response may have been lost. */
  readonly isOwnSave: (serverVersion: NewsroomArticle, input: ArticleInput) => boolean;
  /** Whether an earlier editor may have sent the request that creates this article, and closed before the response. */
  readonly mayAlreadyExist: () => boolean;
  /** Like `setTimeout`; returns a function that cancels. */
  readonly schedule: (work: () => void, milliseconds: number) => () => void;
}

export interface SaveQueue {
  readonly store: ReadableStore<SaveState>;
  base(): BaseRevision | null;
  /** Saves after the save in progress. Of several queued saves, only the last is sent. */
  submit(job: SaveJob): void;
  /** Retries a waiting save immediately. */
  retryNow(): void;
  /** Cancels a waiting save, or closes a conflict without resolving it. The draft is unchanged. */
  cancel(): void;
  /** Sets the base of later saves. */
  rebase(base: BaseRevision): void;
}

export const SAVE_FAILED = 'Failed to save article';
const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 30_000;

/** Sends one save at a time. Retries temporary failures with exponential backoff from 1 s to 30 s. */
export function createSaveQueue(deps: SaveQueueDeps): SaveQueue {
  const store = createStore<SaveState, SaveState>((_, next) => next, { kind: 'idle' });
  let { base } = deps;
  let next: SaveJob | null = null;
  let waiting: { readonly job: SaveJob; readonly attempt: number; readonly cancel: () => void } | null = null;

  async function run(job: SaveJob, attempt: number): Promise<void> {
    store.dispatch({ kind: 'saving', isDraft: job.input.is_draft });
    try {
      const isRepeated = base === null && (attempt > 0 || deps.mayAlreadyExist());
      const article = await deps.send(job.input, base);
      base = { id: article.id, revision: article.revision };
      // A repeated create request (same idempotency key) returns the result of the first, which may be an older draft.
      if (isRepeated && !deps.isOwnSave(article, job.input)) await run(job, 0);
      else handleSuccess(article, job);
    } catch (error) {
      handleError(error, job, attempt);
    }
  }

  function handleSuccess(article: NewsroomArticle, job: SaveJob): void {
    base = { id: article.id, revision: article.revision };
    store.dispatch({ kind: 'idle' });
    deps.onSaved(article, job);
    startNext();
  }

  function handleError(error: unknown, job: SaveJob, attempt: number): void {
    const serverVersion = newerVersionFrom(error);
    if (serverVersion !== null) return handleConflict(serverVersion, job, attempt);
    const message = error instanceof Error && error.message !== '' ? error.message : SAVE_FAILED;
    if (attempt === 0) deps.onFailed(message);
    if (next !== null) startNext();
    else if (error instanceof ApiError && error.isTemporary) scheduleRetry(error, job, attempt);
    else
      store.dispatch({ kind: 'failed', job, message, fields: error instanceof ApiError ? error.fields : {} });
  }

  function handleConflict(serverVersion: NewsroomArticle, job: SaveJob, attempt: number): void {
    if (attempt > 0 && deps.isOwnSave(serverVersion, job.input)) return handleSuccess(serverVersion, job);
    // The conflict is shown for the newest draft only.
    store.dispatch({ kind: 'conflict', job: next ?? job, serverVersion });
    next = null;
  }

  function scheduleRetry(error: ApiError, job: SaveJob, attempt: number): void {
    const backoff = Math.min(MIN_RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS);
    const requestedDelay = (error.retryAfterSeconds ?? 0) * 1000;
    const cancel = deps.schedule(() => queue.retryNow(), Math.max(backoff, requestedDelay));
    waiting = { job, attempt: attempt + 1, cancel };
    store.dispatch({ kind: 'waiting', isDraft: job.input.is_draft, message: error.message });
  }

  function startNext(): void {
    const job = next;
    next = null;
    if (job !== null) void run(job, 0);
  }

  const queue: SaveQueue = {
    store,
    base: () => base,
    submit(job) {
      if (store.get().kind === 'saving') {
        next = job;
        return;
      }
      // A create request whose response was lost is repeated with the same idempotency key, so it continues the count.
      const attempt = waiting?.attempt ?? 0;
      waiting?.cancel();
      waiting = null;
      void run(job, attempt);
    },
    retryNow() {
      if (waiting === null) return;
      const { job, attempt, cancel } = waiting;
      cancel();
      waiting = null;
      void run(job, attempt);
    },
    cancel() {
      waiting?.cancel();
      const hadPendingRetry = waiting !== null;
      waiting = null;
      const message = hadPendingRetry ? 'Retrying was stopped.' : 'The conflict is not resolved.';
      store.dispatch({ kind: 'failed', job: null, message, fields: {} });
    },
    rebase(newBase) {
      base = newBase;
      store.dispatch({ kind: 'idle' });
    },
  };
  return queue;
}

function newerVersionFrom(error: unknown): NewsroomArticle | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return newsroomArticle.safeParse(error.problem['current']).data ?? null;
}
