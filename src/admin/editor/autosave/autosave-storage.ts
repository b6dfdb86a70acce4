import { randomUuid } from '#platform/random-uuid.ts';
import {
  ARTICLE_PREFIX,
  type EntryStorage,
  isOwnEntry,
  openEntryStorage,
} from '../../unsaved/entry-storage.ts';
import { type AutosaveEntry, parseAutosaveEntry } from './autosave-entry.ts';

/** Selects the entries to offer in an editor. */
export interface AutosaveScope {
  /** Null for articles that were never saved. */
  readonly articleId: string | null;
  /** Section of the open editor. Excludes new articles that were started in and belong to other sections. */
  readonly categorySlug: string;
}

export interface AutosaveStorage extends Omit<EntryStorage<AutosaveEntry>, 'find' | 'list'> {
  /** Entries of this account, newest first. */
  list(scope: AutosaveScope): AutosaveEntry[];
  /** The entry of an editor of this account; null if there is none. */
  findOwn(id: string): AutosaveEntry | null;
  /** Makes the entries of an article that was deleted entries of new articles in the section. */
  detach(scope: AutosaveScope & { readonly articleId: string }): void;
}

interface AutosaveStorageDeps {
  readonly storage: Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Target of the `storage` event. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Id of the signed-in account. */
  readonly userId: string;
}

/** Stores unsaved drafts of articles: one entry per open editor, so that tabs do not overwrite each other's drafts. */
export function createAutosaveStorage({ userId, ...options }: AutosaveStorageDeps): AutosaveStorage {
  const entries = openEntryStorage({ ...options, prefix: ARTICLE_PREFIX, parse: parseAutosaveEntry });
  const list = ({ articleId, categorySlug }: AutosaveScope) =>
    entries
      .list()
      .filter((entry) => isOwnEntry(entry, userId) && entry.articleId === articleId)
      .filter((entry) => articleId !== null || sectionsOf(entry).includes(categorySlug))
      .toSorted((one, other) => other.writtenAt - one.writtenAt);
  return {
    ...entries,
    findOwn(id) {
      const entry = entries.find(id);
      return entry !== null && isOwnEntry(entry, userId) ? entry : null;
    },
    list,
    detach(scope) {
      for (const entry of list(scope))
        entries.write({
          ...entry,
          articleId: null,
          editorSection: scope.categorySlug,
          revision: null,
          creationKey: randomUuid(),
        });
    },
  };
}

/** Sections in which a new article is offered: where its editor was opened, and the section selected in the draft. */
function sectionsOf({ editorSection, draft }: AutosaveEntry): (string | undefined)[] {
  return [editorSection, draft.categorySlug];
}
