import {
  ARTICLE_PREFIX,
  type EntryStorage,
  isOwnEntry,
  openEntryStorage,
} from '../../unsaved/entry-storage.ts';
import { type JournalEntry, parseEntry } from './entry.ts';

/** What the entries of an editor are found by. */
export interface JournalScope {
  /** Null for articles that the server has never had. */
  readonly articleId: string | null;
  /** The section whose editor is open. Leaves out new articles that belong to other sections and were begun there. */
  readonly categorySlug: string;
}

export interface Journal extends Omit<EntryStorage<JournalEntry>, 'find' | 'list'> {
  /** Entries of this account, the latest first. */
  list(scope: JournalScope): JournalEntry[];
}

interface JournalParts {
  readonly storage: Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Where the storage event is heard. */
  readonly events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Id of the account that is signed in. */
  readonly userId: string;
}

/** What is typed into the editors of articles. One entry for each open editor, so that no tab overwrites another's words. */
export function createJournal({ userId, ...options }: JournalParts): Journal {
  const entries = openEntryStorage({ ...options, prefix: ARTICLE_PREFIX, parse: parseEntry });
  return {
    ...entries,
    list: ({ articleId, categorySlug }) =>
      entries
        .list()
        .filter((entry) => isOwnEntry(entry, userId) && entry.articleId === articleId)
        .filter((entry) => articleId !== null || sectionsOf(entry).includes(categorySlug))
        .toSorted((one, other) => other.writtenAt - one.writtenAt),
  };
}

/** Where somebody looks for a new article: where it was begun, and the section chosen for it since. */
function sectionsOf({ editorSection, draft }: JournalEntry): (string | undefined)[] {
  return [editorSection, draft.categorySlug];
}
