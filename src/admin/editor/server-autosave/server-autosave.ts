import { ApiError, isStaleSave, rejectionReason } from '../../api/api-error.ts';
import { type Draft, draftFromArticle, inputFromDraft, isSameDraft } from '../draft/draft.ts';
import { type DraftStore, isOnServer } from '../draft/draft-store.ts';
import type { SaveQueue } from '../editor-session/save-queue.ts';
import { createdRevision } from '../newsroom-article.ts';
import { createStore, type ReadableStore } from '../store.ts';
import type { AutosaveApi, CreatedArticle } from './autosave-api.ts';
import {
  type AutosaveState,
  type AutosaveVersion,
  type ContainedAutosave,
  currentStateFrom,
} from './autosave-state.ts';
import { AUTOSAVE_TIMES, nextAttempt, retryDelay } from './autosave-times.ts';

export type ServerAutosaveStatus =
  /** Nothing was autosaved since the last save. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: number }
  /** Failed temporarily; will be retried. */
  | { readonly kind: 'waiting'; readonly message: string }
  /** Rejected by the server; sent again after the next change. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** The server has an autosave that this editor does not contain. */
  | { readonly kind: 'blocked' };

interface ServerAutosaveDeps {
  readonly api: AutosaveApi;
  readonly draft: DraftStore;
  readonly queue: Pick<SaveQueue, 'store' | 'base' | 'begin'>;
  /** The id of this open editor. */
  readonly editorId: string;
  /** The state of the server when the article was opened; null for a new article. */
  readonly state: AutosaveState | null;
  /** Whether the draft contains the autosave of `state`. */
  readonly isLoaded: boolean;
  /** Claims the idempotency key of the request that creates the article. */
  readonly creationKey: () => string;
  readonly onCreated: (article: CreatedArticle) => void;
  /** Called before the draft is sent. Throws `ApiError`; nothing is sent then. */
  readonly beforeStore: () => Promise<void>;
  readonly onStored: () => void;
  /** False after the session has ended. */
  readonly isSignedIn: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Like `setTimeout`; returns a function that cancels. */
  readonly schedule: (work: () => void, milliseconds: number) => () => void;
}

export interface ServerAutosave {
  readonly status: ReadableStore<ServerAutosaveStatus>;
  /** The autosave on the server that the draft does not contain; null for none. */
  readonly other: ReadableStore<AutosaveState | null>;
  /** Call it with a newer state of the server while there is an `other`, which may have been replaced, saved or discarded. */
  updateOther(state: AutosaveState): void;
  /** Starts to autosave. Returns a function that sends what is unsent and stops. */
  start(): () => void;
  /** Sends the draft at once, unless the server has it. Resolves to whether the server has it. */
  flush(options?: { readonly isLeaving: boolean }): Promise<boolean>;
  /** Cancels the request in progress, because a save of the same text follows. */
  abort(): void;
  /** The draft was saved as this revision. */
  onSaved(revision: number): void;
  /** What a save contains. */
  contained(): ContainedAutosave;
  /** The editor contains the text of `other`, or that of a closed editor of this browser. */
  adoptOther(): void;
  adoptEditor(editorId: string): void;
  /** Deletes the autosave: `other`, or if there is none, that of the draft. Throws `ApiError`. */
  discard(): Promise<void>;
}

const NO_RETRY = { attempt: 0, at: Number.NEGATIVE_INFINITY };

/** The server has an autosave that the draft does not contain. */
class OtherAutosaveError extends Error {
  readonly current: AutosaveState;
  constructor(current: AutosaveState) {
    super('the server has another autosave');
    this.current = current;
  }
}

/**
 * Stores the draft on the server while it is unsaved: three seconds after the last change, and every eight seconds while
 * changes continue. A save always goes first: no autosave is sent while one is in progress, and one that is in progress is
 * cancelled by a save.
 */
export function createServerAutosave(deps: ServerAutosaveDeps): ServerAutosave {
  const { api, draft, queue, editorId, now } = deps;
  const status = createStore<ServerAutosaveStatus, ServerAutosaveStatus>((_, next) => next, { kind: 'idle' });
  const other = createStore<AutosaveState | null, AutosaveState | null>(
    (_, next) => next,
    deps.isLoaded || deps.state?.autosave === null ? null : deps.state,
  );
  /** Ids of editors whose autosaves the draft contains. */
  const own = new Set([editorId]);
  // Of an autosave that is not loaded, only the revision is used, so that it is not replaced unseen.
  let version: AutosaveVersion | null =
    deps.state === null || deps.isLoaded
      ? deps.state
      : { article_revision: deps.state.article_revision, version: 0 };
  let loadedVersion = deps.isLoaded ? (deps.state?.version ?? 0) : 0;
  let sending: { readonly controller: AbortController; readonly done: Promise<void> } | null = null;
  let cancelTimer: (() => void) | null = null;
  let firstChangeAt: number | null = null;
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let retry = NO_RETRY;
  /** What the server has refused: it is not sent again unchanged. */
  let rejected: Draft | null = null;

  const isNeeded = () => !isOnServer(draft.get());
  /** While a save is in progress, or asks the user, its text is what counts. */
  const mayRun = () => deps.isSignedIn() && ['idle', 'failed'].includes(queue.store.get().kind);

  function plan(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!isNeeded()) {
      firstChangeAt = null;
      return;
    }
    firstChangeAt ??= now();
    if (sending !== null || !mayRun()) return;
    if (rejected !== null && isSameDraft(draft.get().draft, rejected)) return;
    const at = nextAttempt({ now: now(), firstChangeAt, lastSentAt, retryAt: retry.at });
    cancelTimer = deps.schedule(() => void send(false), at - now());
  }

  async function send(isLeaving: boolean): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    if (sending !== null || !isNeeded() || !mayRun()) return;
    const controller = new AbortController();
    const sent = draft.get().draft;
    lastSentAt = now();
    firstChangeAt = null;
    status.dispatch({ kind: 'saving' });
    const done = store(sent, { signal: controller.signal, isLeaving }).then(
      () => onStored(sent),
      (error: unknown) => onFailed(error, sent, controller.signal),
    );
    sending = { controller, done };
    await done;
    if (sending?.controller === controller) sending = null;
    plan();
  }

  async function store(sent: Draft, options: { signal: AbortSignal; isLeaving: boolean }): Promise<void> {
    const input = inputFromDraft(sent, true);
    if (queue.base() === null) {
      // The text of an article that is not saved yet is in its autosave only, unless there is no time for two requests.
      const fields = options.isLeaving ? input : { ...input, title: '', slug: '', excerpt: '', content: '' };
      const created = await api.create({ ...fields, is_draft: true }, deps.creationKey(), options);
      options.signal.throwIfAborted();
      version = { article_revision: created.revision, version: 0 };
      queue.begin(createdRevision(created));
      deps.onCreated(created);
    }
    await deps.beforeStore();
    options.signal.throwIfAborted();
    for (let attempt = 0; ; attempt += 1) {
      const base = queue.base();
      if (base === null) return;
      try {
        const basedOn = base.revision;
        const expected = version ?? { article_revision: basedOn, version: 0 };
        version = await api.put(base.id, { input, basedOn, editorId }, expected, options);
        return;
      } catch (error) {
        const current = currentStateFrom(error);
        if (current === null || attempt >= AUTOSAVE_TIMES.maxConflicts) throw error;
        if (!isContained(current)) throw new OtherAutosaveError(current);
        // A save has changed the revision, or the response to an earlier autosave was lost.
        version = current;
      }
    }
  }

  const isContained = ({ autosave, version: number }: AutosaveState) =>
    autosave === null || own.has(autosave.editor_id) || number === loadedVersion;

  function onStored(sent: Draft): void {
    retry = NO_RETRY;
    rejected = null;
    loadedVersion = 0;
    other.dispatch(null);
    draft.dispatch({ type: 'autosaved', draft: sent });
    status.dispatch({ kind: 'saved', at: now() });
    deps.onStored();
  }

  function onFailed(error: unknown, sent: Draft, signal: AbortSignal): void {
    if (signal.aborted) return status.dispatch({ kind: 'idle' });
    if (error instanceof OtherAutosaveError) {
      other.dispatch(error.current);
      retry = { attempt: 0, at: now() + AUTOSAVE_TIMES.blockedRetry };
      return status.dispatch({ kind: 'blocked' });
    }
    const isTemporary = !(error instanceof ApiError) || error.isTemporary || isStaleSave(error);
    if (!isTemporary) rejected = sent;
    const message = error instanceof Error ? (rejectionReason(error) ?? error.message) : String(error);
    const wait = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    retry = { attempt: retry.attempt + 1, at: now() + Math.max(wait, retryDelay(retry.attempt)) };
    status.dispatch({ kind: isTemporary ? 'waiting' : 'rejected', message });
  }

  const forgetOther = () => {
    retry = NO_RETRY;
    other.dispatch(null);
    status.dispatch({ kind: 'idle' });
  };

  const flush = async (isLeaving: boolean): Promise<boolean> => {
    // The text may have changed since the request in progress was sent.
    await sending?.done;
    if (isNeeded()) await send(isLeaving);
    return !isNeeded();
  };

  return {
    status,
    other,
    updateOther(state) {
      const known = other.get();
      if (known === null || known.version === state.version) return;
      if (!isContained(state)) return other.dispatch(state);
      forgetOther();
      plan();
    },
    start() {
      const stops = [draft.subscribe(plan), queue.store.subscribe(plan)];
      plan();
      return () => {
        for (const stop of stops) stop();
        void flush(false).finally(() => cancelTimer?.());
      };
    },
    flush: ({ isLeaving } = { isLeaving: false }) => flush(isLeaving),
    abort() {
      cancelTimer?.();
      sending?.controller.abort();
      sending = null;
    },
    onSaved(revision) {
      version = { article_revision: revision, version: 0 };
      loadedVersion = 0;
      retry = NO_RETRY;
      rejected = null;
      if (status.get().kind !== 'blocked' && sending === null) status.dispatch({ kind: 'idle' });
    },
    contained: () => ({ editorId, version: loadedVersion }),
    adoptOther() {
      const state = other.get();
      if (state === null) return;
      version = state;
      loadedVersion = state.version;
      if (state.autosave !== null)
        draft.dispatch({ type: 'autosaved', draft: draftFromArticle(state.autosave) });
      forgetOther();
    },
    adoptEditor(id) {
      own.add(id);
      const state = other.get();
      if (state?.autosave?.editor_id !== id) return;
      version = state;
      retry = NO_RETRY;
      other.dispatch(null);
    },
    async discard() {
      await sending?.done;
      const isOther = other.get() !== null;
      const state = other.get() ?? version;
      const base = queue.base();
      if (state === null || base === null) return;
      await api.discard(base.id, state).catch((error: unknown) => {
        const current = currentStateFrom(error);
        if (current?.autosave === null) return;
        // It is newer than what the person has seen.
        if (current !== null) other.dispatch(current);
        throw error;
      });
      version = { article_revision: state.article_revision, version: 0 };
      loadedVersion = 0;
      draft.dispatch({ type: 'autosaved', draft: null });
      if (!isOther) draft.dispatch({ type: 'replaced', draft: draft.get().saved });
      forgetOther();
      plan();
    },
  };
}
