import { isWithoutText } from '#domain/articles/untitled.ts';
import type { AutosaveEntry } from '../autosave/autosave-entry.ts';
import { isEquivalentDraft } from '../draft/compare-drafts.ts';
import { type Draft, draftFromArticle } from '../draft/draft.ts';
import type { NewsroomArticle } from '../newsroom-article.ts';
import type { AutosaveState, StoredAutosave } from './autosave-state.ts';

/** What is known when an article is opened. */
export interface OpenedArticle {
  readonly article: NewsroomArticle;
  readonly autosave: AutosaveState;
  /** Ids of the editors that are open in this browser. */
  readonly openEditors: ReadonlySet<string>;
}

/** Unsaved text that an editor contains. */
export interface LoadedText {
  /** When it was stored. Milliseconds since 1970. */
  readonly storedAt: number;
  /** Who wrote it; null for the user of the editor. */
  readonly writer: string | null;
}

/** The draft that an editor begins with. */
export interface ChosenDraft {
  readonly draft: Draft;
  /** The draft in the autosave that the editor contains; null if it contains none. */
  readonly autosaved: Draft | null;
  /** Whether the editor contains the autosave, so that it may replace it. */
  readonly isLoaded: boolean;
  /** Null if the saved article is shown. */
  readonly loaded: LoadedText | null;
  /** The entry of this browser that was loaded: the closed editor had more text than the server. */
  readonly entry: AutosaveEntry | null;
}

/**
 * Loads the autosave into the editor if it is the continuation of the saved article by the same person, or if nobody has saved
 * any text. The autosave of another person, of an editor that is open in this browser, or of an older revision is offered otherwise.
 *
 * An entry of this browser exists only as long as the server lacks its text. So an entry of the editor that stored the
 * autosave is the newer of the two, whatever the clocks say.
 *
 * @param findEntry finds the entry of an editor in the storage of this browser
 */
export function chooseDraft(
  { article, autosave: { autosave }, openEditors }: OpenedArticle,
  findEntry: (editorId: string) => AutosaveEntry | null,
): ChosenDraft {
  const saved = draftFromArticle(article);
  const unchanged = { draft: saved, autosaved: null, isLoaded: false, loaded: null, entry: null };
  if (autosave === null) return unchanged;
  const autosaved = draftFromArticle(autosave);
  const isOpenHere = openEditors.has(autosave.editor_id);
  // The open editor keeps its entry.
  const entry = isOpenHere ? null : findEntry(autosave.editor_id);
  if (!isOpenHere && entry === null && isEquivalentDraft(autosaved, saved))
    return { ...unchanged, isLoaded: true };
  const isContinuation = autosave.is_own && !isOpenHere && autosave.based_on === article.revision;
  if (!isContinuation && !isWithoutText(article)) return unchanged;
  const isMoreHere = entry !== null && !isEquivalentDraft(entry.draft, autosaved);
  return {
    draft: isMoreHere ? entry.draft : autosaved,
    autosaved,
    isLoaded: true,
    loaded: isMoreHere ? { storedAt: entry.writtenAt, writer: null } : loadedText(autosave),
    entry: isMoreHere ? entry : null,
  };
}

export const loadedText = (autosave: StoredAutosave): LoadedText => ({
  storedAt: Date.parse(autosave.saved_at),
  writer: writerOf(autosave),
});

/** Who stored an autosave; null for the user of this editor. */
export const writerOf = ({ is_own: isOwn, saved_by_name: name }: StoredAutosave): string | null =>
  isOwn ? null : (name ?? 'A former user');
