import { type Draft, draftFrom, emptyDraft } from '../draft/draft.ts';
import { createDraftStore, type DraftStore, isUnsaved } from '../draft/draft-store.ts';
import { isWhatWasSent } from '../draft/same-draft.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { createJournal, type Journal } from '../journal/journal.ts';
import { createKeeper, type Keeper } from '../journal/keeper.ts';
import { createOpenEditors, type OpenEditors } from '../journal/open-editors.ts';
import { newsroom } from '../newsroom.ts';
import type { NewsroomArticle } from '../newsroom-article.ts';
import { importPicture, sendPicture } from '../pictures/send-picture.ts';
import { createSignal, type Signal } from '../signal.ts';
import { createStore, type Readable } from '../store.ts';
import { createUploads, type Uploads } from '../pictures/uploads.ts';
import { createSaveQueue, SAVE_FAILED, type SaveQueue } from '../saving/save-queue.ts';
import { toastFailure, toastSuccess } from '../../parts/toast.tsx';
import { sessionKeeper } from '../../session/newsroom-session.ts';

interface DeskStart {
  /** Null for a new one. */
  readonly article: NewsroomArticle | null;
  readonly categorySlug: string;
  readonly defaultAuthor: string;
}

export interface Save {
  readonly saved: NewsroomArticle;
  readonly wasNew: boolean;
}

/** Everything one open article needs, without a screen. */
export interface Desk {
  /** Section of the address under which the editor was opened. */
  readonly categorySlug: string;
  readonly draft: DraftStore;
  readonly queue: SaveQueue;
  readonly uploads: Uploads;
  readonly journal: Journal;
  readonly openEditors: OpenEditors;
  readonly keeper: Keeper;
  /** Whether readers see the article at this moment, as far as is known here. */
  readonly isPublished: Readable<boolean>;
  /** Puts words from the journal into the editor; their entry goes when this editor's own has them. */
  restore(entry: JournalEntry): void;
  /** Goes on with what the server has; unsaved words of this editor stay in the journal. */
  adopt(article: NewsroomArticle): void;
  /** Throws away what was found in the journal. */
  forget(entryId: string): void;
  /** Calls when something was taken out of the journal or put aside here. Returns how to stop. */
  readonly onForgotten: Signal<void>['listen'];
  /** Told of each save that got through. */
  readonly onSaved: Signal<Save>['listen'];
}

const NOT_KEPT = 'Your version could not be kept in this browser, so nothing was replaced';

/** Sets up the desk; nothing happens before its keeper is started. */
export function setUpDesk({ article, categorySlug, defaultAuthor }: DeskStart): Desk {
  let creation = { key: crypto.randomUUID() as string, mayExist: false };
  const saves = createSignal<Save>();
  const forgotten = createSignal<void>();
  let isStored = article !== null;
  const isPublished = createStore<boolean, boolean>((_, next) => next, article?.is_draft === false);
  const start: Draft = article === null ? emptyDraft(categorySlug, defaultAuthor) : draftFrom(article);
  const draft = createDraftStore({
    draft: start,
    isNew: article === null,
    fallbackSlug: `article-${crypto.randomUUID().slice(0, 8)}`,
  });
  const queue = createSaveQueue({
    base: article === null ? null : { id: article.id, revision: article.revision },
    send: (input, base) =>
      base === null ? newsroom.create(input, creation.key) : newsroom.update(base.id, input, base.revision),
    onSaved(saved, job) {
      const wasNew = !isStored;
      isStored = true;
      isPublished.dispatch(!saved.is_draft);
      draft.dispatch({ type: 'saved', draft: job.draft });
      keeper.flush();
      saves.emit({ saved, wasNew });
    },
    onFailed: (message) => toastFailure(SAVE_FAILED, message === SAVE_FAILED ? undefined : message),
    isOurs: isWhatWasSent,
    mayExist: () => creation.mayExist,
    later,
  });
  const userId = sessionKeeper.current()?.user.id ?? '';
  const journal = createJournal({ storage: localStorage, now: Date.now, events: globalThis, userId });
  const openEditors = createOpenEditors('locks' in navigator ? navigator.locks : undefined);
  const keeper = createKeeper({
    journal,
    openEditors,
    draft,
    base: queue.base,
    creationKey: () => creation.key,
    editorSection: categorySlug,
    userId,
    now: Date.now,
    later,
  });
  const uploads = createUploads({
    send: sendPicture,
    importFrom: importPicture,
    onSuccess: () => toastSuccess('Image uploaded successfully'),
    onFailure: toastFailure,
    wait: (milliseconds) => new Promise((resolve) => void later(resolve, milliseconds)),
  });

  const desk: Desk = {
    categorySlug,
    draft,
    queue,
    uploads,
    journal,
    openEditors,
    keeper,
    isPublished,
    restore(entry) {
      if (isUnsaved(draft.get()) && !keeper.setAside(draft.get().draft)) return;
      creation = { key: entry.creationKey, mayExist: true };
      const base = queue.base();
      // on an older revision a save will ask what to do with the newer one
      if (base !== null && entry.revision !== null) queue.rebase({ id: base.id, revision: entry.revision });
      draft.dispatch({ type: 'replaced', draft: entry.draft });
      keeper.flush();
      if (keeper.trouble.get() === null) desk.forget(entry.id);
    },
    adopt(theirs) {
      const state = draft.get();
      if (isUnsaved(state) && !keeper.setAside(state.draft)) return toastFailure(NOT_KEPT);
      queue.rebase({ id: theirs.id, revision: theirs.revision });
      isPublished.dispatch(!theirs.is_draft);
      draft.dispatch({ type: 'replaced', draft: draftFrom(theirs) });
      draft.dispatch({ type: 'saved', draft: draftFrom(theirs) });
      keeper.flush();
      forgotten.emit();
    },
    forget(entryId) {
      journal.remove(entryId);
      forgotten.emit();
    },
    onForgotten: forgotten.listen,
    onSaved: saves.listen,
  };
  return desk;
}

function later(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
