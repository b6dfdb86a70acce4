import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../api/api-error.ts';
import { emptyDraft, inputFromDraft } from '../draft/draft.ts';
import { createDraftStore, isOnServer } from '../draft/draft-store.ts';
import type { SaveState } from '../editor-session/save-queue.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import { createStore } from '../store.ts';
import type { AutosaveApi, AutosaveInput, SendOptions } from './autosave-api.ts';
import type { AutosaveState, AutosaveVersion } from './autosave-state.ts';
import { createServerAutosave } from './server-autosave.ts';

export const EDITOR = '11111111-1111-4111-8111-111111111111';
export const OTHER = '22222222-2222-4222-8222-222222222222';

interface Sent extends SendOptions {
  readonly kind: 'create' | 'put' | 'discard';
  readonly title: string;
  readonly basedOn?: number;
  readonly version?: AutosaveVersion;
  readonly answer: PromiseWithResolvers<unknown>;
}

export const stored = (title: string, editorId: string, version: number, revision = 1): AutosaveState => ({
  article_revision: revision,
  version,
  autosave: {
    ...inputFromDraft({ ...emptyDraft('sports', ''), title }, true),
    based_on: 1,
    editor_id: editorId,
    word_count: 0,
    saved_at: '2026-01-05T00:00:00.000Z',
    saved_by_name: 'Grace',
    is_own: editorId === EDITOR,
  },
});

export const unreachable = () => new ApiError('No connection.', { status: 0, code: 'unreachable' });
export const stale = (current: AutosaveState) =>
  new ApiError('Stale.', { status: 412, code: 'stale', problem: { current } });

/** An editor with a clock, responses and a save queue that the test controls. */
export function setUp(state: AutosaveState | null = { article_revision: 1, version: 0, autosave: null }) {
  let time = 1_000_000;
  const sent: Sent[] = [];
  const timers = new Set<{ at: number; work: () => void }>();
  const events: string[] = [];
  let base: BaseRevision | null = state === null ? null : { id: 'a', revision: state.article_revision };
  const queueStore = createStore<SaveState, SaveState>((_, next) => next, { kind: 'idle' });
  const draft = createDraftStore({
    draft: emptyDraft('sports', ''),
    isSlugAutomatic: true,
    uniqueDigits: '7f7f7f7f',
  });
  const record = <Answer>(request: Omit<Sent, 'answer'>): Promise<Answer> => {
    const answer = Promise.withResolvers<unknown>();
    sent.push({ ...request, answer });
    request.signal.addEventListener('abort', () => answer.reject(request.signal.reason));
    return answer.promise as Promise<Answer>;
  };
  const api: AutosaveApi = {
    get: () => Promise.reject(new Error('not used')),
    create: (input, _key, options) => record({ kind: 'create', title: input.title, ...options }),
    put: (_id, { input, basedOn }: AutosaveInput, version, options) =>
      record({ kind: 'put', title: input.title, basedOn, version, ...options }),
    discard: (_id, version) =>
      record({ kind: 'discard', title: '', version, signal: AbortSignal.timeout(1e6), isLeaving: false }),
  };
  const autosave = createServerAutosave({
    api,
    draft,
    queue: {
      store: queueStore,
      base: () => base,
      begin(created) {
        base = created;
      },
    },
    editorId: EDITOR,
    state,
    isLoaded: false,
    creationKey: () => 'key',
    onCreated: () => events.push('created'),
    beforeStore: () => Promise.resolve(),
    isSignedIn: () => true,
    onStored: () => events.push('stored'),
    now: () => time,
    schedule(work, milliseconds) {
      const timer = { at: time + milliseconds, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  });
  autosave.start();
  return {
    autosave,
    draft,
    sent,
    events,
    setQueue: (next: SaveState) => queueStore.dispatch(next),
    setBase: (revision: number) => {
      base = { id: 'a', revision };
    },
    type: (title: string) => draft.dispatch({ type: 'edited', change: { title } }),
    /** Moves the clock, and runs the timers that are due. */
    async wait(milliseconds: number) {
      time += milliseconds;
      for (const timer of [...timers].filter(({ at }) => at <= time)) {
        timers.delete(timer);
        timer.work();
      }
      await nextTurn();
    },
    async answer(index: number, outcome: object) {
      if (outcome instanceof Error) sent[index]?.answer.reject(outcome);
      else sent[index]?.answer.resolve(outcome);
      await nextTurn();
    },
    kind: () => autosave.status.get().kind,
    isOnServer: () => isOnServer(draft.get()),
    titles: () => sent.map(({ kind, title }) => `${kind} ${title}`),
  };
}

export const version = (number: number, revision = 1): AutosaveVersion => ({
  article_revision: revision,
  version: number,
});
