import { ApiError, fieldErrorsOf, isStaleSave } from '../../api/api-error.ts';
import type { ArticleInput, Draft } from '../draft/draft.ts';
import { createStore, type ReadableStore } from '../store.ts';
import {
  type BaseRevision,
  createdRevision,
  type NewsroomArticle,
  newsroomArticle,
} from '../newsroom-article.ts';

/** The draft at the time of the save request. */
export interface SaveJob {
  readonly draft: Draft;
  readonly input: ArticleInput;
  /** Whether readers of the published article do not see it yet. */
  readonly isForLater?: boolean;
  /** Whether the saved draft is submitted for review afterwards. */
  readonly submits?: boolean;
  /** When the saved draft, or what is saved for later, is published, which is scheduled afterwards. */
  readonly publishAt?: Date | null;
}

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly isDraft: boolean; readonly isForLater: boolean }
  /** Failed temporarily; will be retried automatically. */
  | {
      readonly kind: 'waiting';
      readonly isDraft: boolean;
      readonly isForLater: boolean;
      readonly message: string;
    }
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
  readonly send: (
    input: ArticleInput,
    base: BaseRevision | null,
    isForLater: boolean,
  ) => Promise<NewsroomArticle>;
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
  /** Whether another save follows the one in progress. */
  hasNext(): boolean;
  /** Saves after the save in progress. Of several queued saves, only the last is sent. */
  submit(job: SaveJob): void;
  /** Retries a waiting save immediately. */
  retryNow(): void;
  /** Cancels a waiting save, or closes a conflict without resolving it. The draft is unchanged. */
  cancel(): void;
  /** Sets the base of the first save: an autosave has created the article. */
  begin(base: BaseRevision): void;
  /** Sets the base of later saves, because the text was replaced. A save of the former text is not repeated. */
  rebase(base: BaseRevision): void;
  /** Cancels a waiting save. One that is being sent is not repeated if it fails. */
  stopRetrying(): void;
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
  /** What was sent on this base and failed temporarily: the server may have stored it. */
  let unconfirmed: readonly ArticleInput[] = [];
  /** Increases whenever the saves that were submitted until then must not be repeated. */
  let generation = 0;

  async function run(job: SaveJob, attempt: number): Promise<void> {
    const isForLater = job.isForLater === true;
    const started = generation;
    store.dispatch({ kind: 'saving', isDraft: job.input.is_draft, isForLater });
    try {
      const isRepeated = base === null && (unconfirmed.length > 0 || deps.mayAlreadyExist());
      const article = await deps.send(job.input, base, isForLater);
      // A repeated create request (same idempotency key) creates nothing, and the first may have sent an older draft.
      const isOlder = isRepeated && !isResultOf(job, article);
      setBase(isOlder ? createdRevision(article) : article);
      if (!isOlder) handleSuccess(article, job);
      else if (started === generation) await run(job, 0);
      else {
        store.dispatch({ kind: 'idle' });
        startNext();
      }
    } catch (error) {
      handleError(error, job, { attempt, mayRepeat: started === generation });
    }
  }

  function setBase({ id, revision }: BaseRevision): void {
    base = { id, revision };
    unconfirmed = [];
  }

  /** Whether the server's version is what this job sent. After different unconfirmed saves it may be an earlier one. */
  function isResultOf({ input }: SaveJob, serverVersion: NewsroomArticle): boolean {
    return unconfirmed.every((sent) => sent === input) && deps.isOwnSave(serverVersion, input);
  }

  function handleSuccess(article: NewsroomArticle, job: SaveJob): void {
    store.dispatch({ kind: 'idle' });
    deps.onSaved(article, job);
    startNext();
  }

  function handleError(
    error: unknown,
    job: SaveJob,
    { attempt, mayRepeat }: { readonly attempt: number; readonly mayRepeat: boolean },
  ): void {
    const serverVersion = newerVersionFrom(error);
    if (serverVersion !== null && mayRepeat) return handleConflict(serverVersion, job);
    const isTemporary = error instanceof ApiError && error.isTemporary;
    if (isTemporary && !unconfirmed.includes(job.input)) unconfirmed = [...unconfirmed, job.input];
    const message = error instanceof Error && error.message !== '' ? error.message : SAVE_FAILED;
    if (attempt === 0) deps.onFailed(message);
    if (next !== null) startNext();
    else if (!mayRepeat) store.dispatch({ kind: 'idle' });
    else if (isTemporary) scheduleRetry(error, job, attempt);
    else store.dispatch({ kind: 'failed', job, message, fields: fieldErrorsOf(error) });
  }

  function handleConflict(serverVersion: NewsroomArticle, job: SaveJob): void {
    const newest = next ?? job;
    if (unconfirmed.some((sent) => deps.isOwnSave(serverVersion, sent))) {
      // The result of a save in this editor whose response was lost.
      const isSaved = isResultOf(job, serverVersion);
      setBase(serverVersion);
      if (isSaved) return handleSuccess(serverVersion, job);
      next = null;
      return void run(newest, 0);
    }
    // The conflict is shown for the newest draft only.
    next = null;
    store.dispatch({ kind: 'conflict', job: newest, serverVersion });
  }

  function scheduleRetry(error: ApiError, job: SaveJob, attempt: number): void {
    const backoff = Math.min(MIN_RETRY_DELAY_MS * 2 ** attempt, MAX_RETRY_DELAY_MS);
    const requestedDelay = (error.retryAfterSeconds ?? 0) * 1000;
    const cancel = deps.schedule(() => queue.retryNow(), Math.max(backoff, requestedDelay));
    waiting = { job, attempt: attempt + 1, cancel };
    const { isForLater = false, input } = job;
    store.dispatch({ kind: 'waiting', isDraft: input.is_draft, isForLater, message: error.message });
  }

  function startNext(): void {
    const job = next;
    next = null;
    if (job !== null) void run(job, 0);
  }

  const queue: SaveQueue = {
    store,
    base: () => base,
    hasNext: () => next !== null,
    submit(job) {
      if (store.get().kind === 'saving') {
        next = job;
        return;
      }
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
    begin(created) {
      base ??= created;
    },
    rebase(newBase) {
      queue.stopRetrying();
      setBase(newBase);
      if (store.get().kind !== 'saving') store.dispatch({ kind: 'idle' });
    },
    stopRetrying() {
      waiting?.cancel();
      waiting = null;
      next = null;
      generation += 1;
      if (store.get().kind === 'waiting') store.dispatch({ kind: 'idle' });
    },
  };
  return queue;
}

function newerVersionFrom(error: unknown): NewsroomArticle | null {
  if (!isStaleSave(error)) return null;
  return newsroomArticle.safeParse(error.problem['current']).data ?? null;
}
