import { randomUuid } from '#platform/random-uuid.ts';
import { type Draft } from '../draft/draft.ts';
import { type DraftStore, isOnServer } from '../draft/draft-store.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import { createStore, type ReadableStore } from '../store.ts';
import type { EntryStorageError } from '../../unsaved/entry-storage.ts';
import type { AutosaveStorage } from './autosave-storage.ts';
import type { OpenEditors } from './open-editors.ts';

/** Milliseconds between the first change after a write and the next write. */
const WRITE_DELAY_MS = 120;

export interface DraftAutosave {
  /** Id of this editor's own entry. */
  readonly entryId: string;
  /** Why the entry could not be stored; null if it was. */
  readonly storageError: ReadableStore<EntryStorageError | null>;
  /** Starts to autosave. Returns a function that stops; an unsaved draft then stays stored. */
  start(): () => void;
  /** Writes pending changes immediately. */
  flush(): void;
  /** Stores a draft that is about to be replaced, as a separate entry. Returns false on a storage error. */
  saveCopy(draft: Draft): boolean;
}

interface DraftAutosaveDeps {
  readonly storage: AutosaveStorage;
  readonly openEditors: OpenEditors;
  readonly draft: DraftStore;
  readonly base: () => BaseRevision | null;
  readonly creationKey: () => string;
  /** Section in the URL under which the editor was opened. */
  readonly editorSection: string;
  /** Id of the signed-in account. */
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Like `setTimeout`; returns a function that cancels. */
  readonly schedule: (work: () => void, milliseconds: number) => () => void;
}

/** Writes the draft to the storage of the browser while the server lacks it, and removes the entry once the server has it. */
export function createDraftAutosave(deps: DraftAutosaveDeps): DraftAutosave {
  const { storage, openEditors, draft, base, creationKey, editorSection, userId, now } = deps;
  const entryId = randomUuid();
  const storageError = createStore<EntryStorageError | null, EntryStorageError | null>(
    (_, next) => next,
    null,
  );
  let cancel: (() => void) | null = null;

  const write = (id: string, draftToStore: Draft) => {
    const { id: articleId = null, revision = null } = base() ?? {};
    return storage.write({
      id,
      userId,
      articleId,
      editorSection,
      revision,
      creationKey: creationKey(),
      writtenAt: now(),
      draft: draftToStore,
    });
  };
  const flush = () => {
    cancel?.();
    cancel = null;
    const state = draft.get();
    if (!isOnServer(state)) return storageError.dispatch(write(entryId, state.draft));
    storage.remove(entryId);
    storageError.dispatch(null);
  };

  return {
    entryId,
    storageError,
    flush,
    start() {
      const markClosed = openEditors.markOpen(entryId);
      const stop = draft.subscribe(() => {
        // A throttle, not a debounce: continuous typing is stored as well.
        cancel ??= deps.schedule(flush, WRITE_DELAY_MS);
      });
      return () => {
        stop();
        flush();
        markClosed();
      };
    },
    saveCopy: (draftToStore) => write(randomUuid(), draftToStore) === null,
  };
}
