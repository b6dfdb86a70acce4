import type { Byline } from '#domain/articles/bylines.ts';
import { type Draft, draftFromArticle, emptyDraft, inputFromDraft } from '../draft/draft.ts';
import { slugOfTitle } from '#domain/articles/slug.ts';
import { randomUuid } from '#platform/random-uuid.ts';
import { createDraftStore, type DraftStore, isUnsaved } from '../draft/draft-store.ts';
import { matchesSentInput } from '../draft/compare-drafts.ts';
import type { AutosaveEntry } from '../autosave/autosave-entry.ts';
import { createAutosaveStorage, type AutosaveStorage } from '../autosave/autosave-storage.ts';
import { createDraftAutosave, type DraftAutosave } from '../autosave/draft-autosave.ts';
import { createOpenEditors, type OpenEditors } from '../autosave/open-editors.ts';
import { articlesApi } from '../articles-api.ts';
import {
  type ArticleStatus,
  type BaseRevision,
  NEW_ARTICLE_STATUS,
  type NewsroomArticle,
} from '../newsroom-article.ts';
import { createEventEmitter, type EventEmitter } from '../event-emitter.ts';
import { createStore, type ReadableStore } from '../store.ts';
import { createPictureUploads } from '../pictures/create-picture-uploads.ts';
import type { Uploads } from '../pictures/uploads.ts';
import { autosaveApi } from '../server-autosave/autosave-api.ts';
import {
  chooseDraft,
  loadedText,
  type LoadedText,
  type OpenedArticle,
} from '../server-autosave/choose-draft.ts';
import { createTextOfOthers } from '../server-autosave/text-of-others.ts';
import { createServerAutosave, type ServerAutosave } from '../server-autosave/server-autosave.ts';
import { createSaveQueue, SAVE_FAILED, type SaveQueue } from './save-queue.ts';
import { toastFailure } from '../../components/toast.tsx';
import { sessionManager } from '../../session/newsroom-session.ts';

interface EditorSessionOptions {
  /** Null for a new article. */
  readonly opened: OpenedArticle | null;
  readonly categorySlug: string;
  /** The byline of a new article: the own profile, or the default author. */
  readonly defaultByline: Byline;
}

export interface SaveResult {
  readonly saved: NewsroomArticle;
  readonly isFirstSave: boolean;
  /** Whether the user wants to submit it for review next. */
  readonly submits: boolean;
  /** When the user wants it to be published; null for no change. */
  readonly publishAt: Date | null;
}

/** The state and operations of one open editor, without UI. */
export interface EditorSession {
  /** Section in the URL under which the editor was opened. */
  readonly categorySlug: string;
  readonly draft: DraftStore;
  readonly queue: SaveQueue;
  readonly uploads: Uploads;
  readonly autosaveStorage: AutosaveStorage;
  readonly openEditors: OpenEditors;
  /** Stores the draft in this browser while the server lacks it. */
  readonly autosave: DraftAutosave;
  /** Stores the draft on the server while it is not saved. */
  readonly serverAutosave: ServerAutosave;
  /** The unsaved text that the editor began with; null if there was none. */
  readonly loaded: ReadableStore<LoadedText | null>;
  /** The state of the article, according to the last response of the server. */
  readonly status: ReadableStore<ArticleStatus>;
  /** Call it after a change of the state that is not a save. */
  setStatus(article: ArticleStatus): void;
  /** Loads the autosave on the server that the draft does not contain. */
  loadOther(): void;
  /** Deletes the autosave on the server, and replaces the draft with the saved version if it contains the autosave. */
  discardAutosave(): Promise<void>;
  /** Loads a recovered draft into the editor. Removes its entry once this editor's own entry contains the draft. */
  restore(entry: AutosaveEntry): void;
  /** Replaces the draft with the server's version. Unsaved changes are stored as a separate autosave entry. */
  loadServerVersion(article: NewsroomArticle): void;
  /** Deletes a recovered draft. */
  removeEntry(entryId: string): void;
  /** Called when this editor removes an autosave entry or stores a copy. Returns a function that unsubscribes. */
  readonly onEntriesChanged: EventEmitter<void>['subscribe'];
  /** Called when an autosave has created the article. Returns a function that unsubscribes. */
  readonly onCreated: EventEmitter<BaseRevision>['subscribe'];
  /** Called after each successful save. Returns a function that unsubscribes. */
  readonly onSaved: EventEmitter<SaveResult>['subscribe'];
}

const COPY_FAILED = 'Your version could not be stored in this browser, so nothing was replaced';

function newDraft(categorySlug: string, byline: Byline): Draft {
  return { ...emptyDraft(categorySlug, byline.name), bylines: byline.author === null ? [] : [byline] };
}

/** Creates the session of an editor. Nothing is autosaved until `autosave.start()` is called. */
export function createEditorSession({
  opened,
  categorySlug,
  defaultByline,
}: EditorSessionOptions): EditorSession {
  const article = opened?.article ?? null;
  let creation = { key: randomUuid(), mayAlreadyExist: false };
  const saves = createEventEmitter<SaveResult>();
  const creations = createEventEmitter<BaseRevision>();
  const entryChanges = createEventEmitter<void>();
  let exists = article !== null;
  const status = createStore<ArticleStatus, ArticleStatus>((_, next) => next, article ?? NEW_ARTICLE_STATUS);
  const userId = sessionManager.current()?.user.id ?? '';
  const autosaveStorage = createAutosaveStorage({
    storage: localStorage,
    now: Date.now,
    events: globalThis,
    userId,
  });
  const chosen = opened === null ? null : chooseDraft(opened, autosaveStorage.findOwn);
  const loaded = createStore<LoadedText | null, LoadedText | null>((_, next) => next, chosen?.loaded ?? null);
  const saved = article === null ? newDraft(categorySlug, defaultByline) : draftFromArticle(article);
  const first = chosen?.draft ?? saved;
  const uniqueDigits = /-([0-9a-f]{8})$/.exec(first.slug)?.[1] ?? randomUuid().slice(0, 8);
  const draft = createDraftStore({
    saved,
    draft: first,
    autosaved: chosen?.autosaved ?? null,
    isSlugAutomatic: saved.slug === '' && first.slug === slugOfTitle(first.title, uniqueDigits),
    uniqueDigits,
  });
  const queue = createSaveQueue({
    base: article === null ? null : { id: article.id, revision: article.revision },
    send: async (input, base, isForLater) => {
      serverAutosave.abort();
      if (base === null) return articlesApi.create(input, creation.key);
      const { id, revision } = await textOfOthers.save(base);
      const save = isForLater ? articlesApi.saveForLater : articlesApi.update;
      return save(id, input, revision, serverAutosave.contained());
    },
    onSaved(result, job) {
      const isFirstSave = !exists;
      exists = true;
      status.dispatch(result);
      serverAutosave.onSaved(result.revision);
      draft.dispatch({ type: 'saved', draft: job.draft });
      loaded.dispatch(null);
      autosave.flush();
      saves.emit({
        saved: result,
        isFirstSave,
        submits: job.submits === true,
        publishAt: job.publishAt ?? null,
      });
    },
    onFailed: (message) => toastFailure(SAVE_FAILED, message === SAVE_FAILED ? undefined : message),
    isOwnSave: matchesSentInput,
    mayAlreadyExist: () => creation.mayAlreadyExist,
    schedule,
  });
  const openEditors = createOpenEditors('locks' in navigator ? navigator.locks : undefined);
  const autosave = createDraftAutosave({
    storage: autosaveStorage,
    openEditors,
    draft,
    base: queue.base,
    creationKey: () => creation.key,
    editorSection: categorySlug,
    userId,
    now: Date.now,
    schedule,
  });
  const textOfOthers = createTextOfOthers({
    async save(text, base) {
      // With a slug that is free. The draft keeps the one that was typed.
      const input = { ...inputFromDraft(text, true), slug: '' };
      const result = await articlesApi.update(base.id, input, base.revision, serverAutosave.contained());
      status.dispatch(result);
      serverAutosave.onSaved(result.revision);
      draft.dispatch({ type: 'saved', draft: { ...text, slug: result.slug } });
      loaded.dispatch(null);
      return { id: result.id, revision: result.revision };
    },
  });
  const serverAutosave = createServerAutosave({
    api: autosaveApi,
    draft,
    queue,
    editorId: autosave.entryId,
    state: opened?.autosave ?? null,
    isLoaded: chosen?.isLoaded ?? false,
    creationKey() {
      creation = { ...creation, mayAlreadyExist: true };
      return creation.key;
    },
    onCreated(created) {
      status.dispatch(created);
      creations.emit(created);
    },
    async beforeStore() {
      const base = queue.base();
      if (base === null) return;
      const latest = await textOfOthers.save(base);
      if (latest !== base) queue.rebase(latest);
    },
    onStored: autosave.flush,
    isSignedIn: () => sessionManager.current() !== null,
    now: Date.now,
    schedule,
  });
  const uploads = createPictureUploads();

  const session: EditorSession = {
    categorySlug,
    draft,
    queue,
    uploads,
    autosaveStorage,
    openEditors,
    autosave,
    serverAutosave,
    loaded,
    status,
    setStatus: status.dispatch,
    loadOther() {
      const state = serverAutosave.other.get();
      const base = queue.base();
      if (state === null || state.autosave === null || base === null) return;
      if (isUnsaved(draft.get()) && !autosave.saveCopy(draft.get().draft)) return toastFailure(COPY_FAILED);
      // If this is an older revision, the next save fails with 412 and opens the conflict dialog.
      queue.rebase({ id: base.id, revision: state.autosave.based_on });
      draft.dispatch({ type: 'replaced', draft: draftFromArticle(state.autosave) });
      serverAutosave.adoptOther();
      loaded.dispatch(loadedText(state.autosave));
      addTextOfOther(draftFromArticle(state.autosave));
      autosave.flush();
      entryChanges.emit();
    },
    async discardAutosave() {
      // Otherwise a save of the discarded text may be sent meanwhile.
      if (serverAutosave.other.get() === null) queue.stopRetrying();
      await serverAutosave.discard();
      loaded.dispatch(null);
      autosave.flush();
      entryChanges.emit();
    },
    restore(entry) {
      if (isUnsaved(draft.get()) && !autosave.saveCopy(draft.get().draft)) return toastFailure(COPY_FAILED);
      creation = { key: entry.creationKey, mayAlreadyExist: true };
      serverAutosave.adoptEditor(entry.id);
      const base = queue.base();
      // If this is an older revision, the next save fails with 412 and opens the conflict dialog.
      if (base !== null && entry.revision !== null) queue.rebase({ id: base.id, revision: entry.revision });
      else queue.stopRetrying();
      draft.dispatch({ type: 'replaced', draft: entry.draft });
      autosave.flush();
      if (autosave.storageError.get() === null) session.removeEntry(entry.id);
    },
    loadServerVersion(serverVersion) {
      const state = draft.get();
      if (isUnsaved(state) && !autosave.saveCopy(state.draft)) return toastFailure(COPY_FAILED);
      queue.rebase({ id: serverVersion.id, revision: serverVersion.revision });
      status.dispatch(serverVersion);
      draft.dispatch({ type: 'replaced', draft: draftFromArticle(serverVersion) });
      draft.dispatch({ type: 'saved', draft: draftFromArticle(serverVersion) });
      loaded.dispatch(null);
      autosave.flush();
      entryChanges.emit();
    },
    removeEntry(entryId) {
      autosaveStorage.remove(entryId);
      entryChanges.emit();
    },
    onEntriesChanged: entryChanges.subscribe,
    onCreated: creations.subscribe,
    onSaved: saves.subscribe,
  };
  if (chosen?.entry) takeOver(chosen.entry);
  else if (chosen?.autosaved) addTextOfOther(chosen.autosaved);
  return session;

  function addTextOfOther(autosaved: Draft): void {
    // To save the changes of other articles would publish them, now or at the scheduled moment.
    const isKept = ['draft', 'in_review'].includes(status.get().state);
    if (isKept && (loaded.get()?.writer ?? null) !== null) textOfOthers.add(autosaved);
  }

  /** The text of the closed editor is stored again, as that of this one, before its entry is removed. */
  function takeOver(entry: AutosaveEntry): void {
    serverAutosave.adoptEditor(entry.id);
    autosave.flush();
    if (autosave.storageError.get() === null) session.removeEntry(entry.id);
  }
}

function schedule(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
