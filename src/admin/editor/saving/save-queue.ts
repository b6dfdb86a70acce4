import { ApiError } from '../../api/api-error.ts';
import type { Draft } from '../draft/draft.ts';
import { createStore, type Readable } from '../store.ts';
import { type ArticleInput, type NewsroomArticle, newsroomArticle } from '../newsroom-article.ts';

/** What is saved: the words as they were when somebody asked for it. */
export interface SaveJob {
  readonly draft: Draft;
  readonly input: ArticleInput;
}

/** What the server is known to have. */
export interface Base {
  readonly id: string;
  readonly revision: number;
}

export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving'; readonly isDraft: boolean }
  /** Did not get through; will be tried again by itself. */
  | { readonly kind: 'waiting'; readonly isDraft: boolean; readonly message: string }
  /** Refused; somebody has to change something. */
  | {
      readonly kind: 'failed';
      /** Null when it was given up and not refused. */
      readonly job: SaveJob | null;
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  /** Somebody else has saved meanwhile. */
  | { readonly kind: 'stale'; readonly job: SaveJob; readonly theirs: NewsroomArticle };

export interface SaveQueueParts {
  /** Null for an article that is to be created. */
  readonly base: Base | null;
  /** Throws `ApiError`. */
  readonly send: (input: ArticleInput, base: Base | null) => Promise<NewsroomArticle>;
  readonly onSaved: (article: NewsroomArticle, job: SaveJob) => void;
  /** Told of the first failure of a save, not of every further attempt. */
  readonly onFailed: (message: string) => void;
  /** Whether the server's copy is what this save wrote: its answer may have been lost on the way. */
  readonly isOurs: (theirs: NewsroomArticle, input: ArticleInput) => boolean;
  /** A creation of this article may have been asked for before, by an editor that did not live to hear the answer. */
  readonly mayExist: () => boolean;
  /** Runs something later; returns how not to. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

export interface SaveQueue {
  readonly store: Readable<SaveState>;
  base(): Base | null;
  /** Saves, after what is on its way; of several that wait only the last is sent. */
  submit(job: SaveJob): void;
  /** Tries at once what waits to be tried again. */
  wake(): void;
  /** Gives up what waits, or puts the question of a stale save aside; the words stay where they are. */
  stop(): void;
  /** From now on saves are based on this. */
  rebase(base: Base): void;
}

export const SAVE_FAILED = 'Failed to save article';
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** One save on its way at a time; what does not get through is tried again, with pauses that double up to 30 s. */
export function createSaveQueue(parts: SaveQueueParts): SaveQueue {
  const store = createStore<SaveState, SaveState>((_, next) => next, { kind: 'idle' });
  let { base } = parts;
  let next: SaveJob | null = null;
  let waiting: { readonly job: SaveJob; readonly attempt: number; readonly cancel: () => void } | null = null;

  async function run(job: SaveJob, attempt: number): Promise<void> {
    store.dispatch({ kind: 'saving', isDraft: job.input.is_draft });
    try {
      const isRepeated = base === null && (attempt > 0 || parts.mayExist());
      const article = await parts.send(job.input, base);
      base = { id: article.id, revision: article.revision };
      // The same creation asked for twice answers with what the first one wrote, which may be older words.
      if (isRepeated && !parts.isOurs(article, job.input)) await run(job, 0);
      else settle(article, job);
    } catch (error) {
      refuse(error, job, attempt);
    }
  }

  function settle(article: NewsroomArticle, job: SaveJob): void {
    base = { id: article.id, revision: article.revision };
    store.dispatch({ kind: 'idle' });
    parts.onSaved(article, job);
    startNext();
  }

  function refuse(error: unknown, job: SaveJob, attempt: number): void {
    const theirs = newerVersionIn(error);
    if (theirs !== null) return clash(theirs, job, attempt);
    const message = error instanceof Error && error.message !== '' ? error.message : SAVE_FAILED;
    if (attempt === 0) parts.onFailed(message);
    if (next !== null) startNext();
    else if (error instanceof ApiError && error.isTemporary) wait(error, job, attempt);
    else
      store.dispatch({ kind: 'failed', job, message, fields: error instanceof ApiError ? error.fields : {} });
  }

  function clash(theirs: NewsroomArticle, job: SaveJob, attempt: number): void {
    if (attempt > 0 && parts.isOurs(theirs, job.input)) return settle(theirs, job);
    // The question is asked about the newest words only.
    store.dispatch({ kind: 'stale', job: next ?? job, theirs });
    next = null;
  }

  function wait(error: ApiError, job: SaveJob, attempt: number): void {
    const pause = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);
    const asked = (error.retryAfterSeconds ?? 0) * 1000;
    const cancel = parts.later(() => queue.wake(), Math.max(pause, asked));
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
      // A create whose answer was lost is asked for again with the same key, so the attempt goes on counting.
      const attempt = waiting?.attempt ?? 0;
      waiting?.cancel();
      waiting = null;
      void run(job, attempt);
    },
    wake() {
      if (waiting === null) return;
      const { job, attempt, cancel } = waiting;
      cancel();
      waiting = null;
      void run(job, attempt);
    },
    stop() {
      waiting?.cancel();
      const wasWaiting = waiting !== null;
      waiting = null;
      const message = wasWaiting ? 'Not saved: stopped trying' : 'Not saved yet';
      store.dispatch({ kind: 'failed', job: null, message, fields: {} });
    },
    rebase(newBase) {
      base = newBase;
      store.dispatch({ kind: 'idle' });
    },
  };
  return queue;
}

function newerVersionIn(error: unknown): NewsroomArticle | null {
  if (!(error instanceof ApiError) || error.status !== 412) return null;
  return newsroomArticle.safeParse(error.problem['current']).data ?? null;
}
