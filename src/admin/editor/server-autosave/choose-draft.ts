import type { AutosaveEntry } from '../autosave/autosave-entry.ts';
import { isEquivalentDraft } from '../draft/compare-drafts.ts';
import { type Draft, draftFromArticle } from '../draft/draft.ts';
import type { NewsroomArticle } from '../newsroom-article.ts';
import type { AutosaveState } from './autosave-state.ts';

/** What is known when an article is opened. */
export interface OpenedArticle {
  readonly article: NewsroomArticle;
  readonly autosave: AutosaveState;
  /** Ids of the editors that are open in this browser. */
  readonly openEditors: ReadonlySet<string>;
}

/** The draft that an editor begins with. */
export interface ChosenDraft {
  readonly draft: Draft;
  /** The draft in the autosave that the editor contains; null if it contains none. */
  readonly autosaved: Draft | null;
  /** Whether the editor contains the autosave, so that it may replace it. */
  readonly isLoaded: boolean;
  /** When the loaded text was stored; null if the saved article is shown. Milliseconds since 1970. */
  readonly loadedFrom: number | null;
  /** The entry of this browser that was loaded: the closed editor had more text than the server. */
  readonly entry: AutosaveEntry | null;
}

/**
 * Loads the autosave into the editor if it is the continuation of the saved article by the same person. The autosave of
 * another person, of an editor that is open in this browser, or of an older revision is offered instead.
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
  const unchanged = { draft: saved, autosaved: null, isLoaded: false, loadedFrom: null, entry: null };
  if (autosave === null) return unchanged;
  const autosaved = draftFromArticle(autosave);
  const entry = findEntry(autosave.editor_id);
  const isOpenHere = openEditors.has(autosave.editor_id);
  if (!isOpenHere && entry === null && isEquivalentDraft(autosaved, saved))
    return { ...unchanged, isLoaded: true };
  if (!autosave.is_own || isOpenHere || autosave.based_on !== article.revision) return unchanged;
  const isMoreHere = entry !== null && !isEquivalentDraft(entry.draft, autosaved);
  return {
    draft: isMoreHere ? entry.draft : autosaved,
    autosaved,
    isLoaded: true,
    loadedFrom: isMoreHere ? entry.writtenAt : Date.parse(autosave.saved_at),
    entry: isMoreHere ? entry : null,
  };
}
