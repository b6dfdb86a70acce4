import { type Draft } from '../draft/draft.ts';
import { type DraftStore, isUnsaved } from '../draft/draft-store.ts';
import type { Base } from '../saving/save-queue.ts';
import { createStore, type Readable } from '../store.ts';
import type { EntryTrouble } from '../../unsaved/entry-storage.ts';
import type { Journal } from './journal.ts';
import type { OpenEditors } from './open-editors.ts';

/** Milliseconds between the last change and the journal. */
const PAUSE = 120;

export interface Keeper {
  /** Of this editor's own entry. */
  readonly entryId: string;
  /** Why the journal could not be written; null while it can. */
  readonly trouble: Readable<EntryTrouble | null>;
  /** Keeps until it is stopped; what is unsaved then stays in the journal. */
  start(): () => void;
  /** Writes what has changed, now. */
  flush(): void;
  /** Keeps a draft that is about to be replaced, as an entry of its own. Whether that could be done. */
  setAside(draft: Draft): boolean;
}

interface KeeperParts {
  readonly journal: Journal;
  readonly openEditors: OpenEditors;
  readonly draft: DraftStore;
  readonly base: () => Base | null;
  readonly creationKey: () => string;
  /** Section of the address under which the editor was opened. */
  readonly editorSection: string;
  /** Id of the account that types. */
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs something later; returns how not to. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/** Keeps the draft in the journal for as long as the server is not known to have it. */
export function createKeeper(parts: KeeperParts): Keeper {
  const { journal, openEditors, draft, base, creationKey, editorSection, userId, now } = parts;
  const entryId = crypto.randomUUID();
  const trouble = createStore<EntryTrouble | null, EntryTrouble | null>((_, next) => next, null);
  let cancel: (() => void) | null = null;

  const write = (id: string, words: Draft) => {
    const { id: articleId = null, revision = null } = base() ?? {};
    return journal.write({
      id,
      userId,
      articleId,
      editorSection,
      revision,
      creationKey: creationKey(),
      writtenAt: now(),
      draft: words,
    });
  };
  const flush = () => {
    cancel?.();
    cancel = null;
    const state = draft.get();
    if (isUnsaved(state)) return trouble.dispatch(write(entryId, state.draft));
    journal.remove(entryId);
    trouble.dispatch(null);
  };

  return {
    entryId,
    trouble,
    flush,
    start() {
      const release = openEditors.hold(entryId);
      const stop = draft.subscribe(() => {
        // not put off by further typing: what is typed without a pause is kept as well
        cancel ??= parts.later(flush, PAUSE);
      });
      return () => {
        stop();
        flush();
        release();
      };
    },
    setAside: (words) => write(crypto.randomUUID(), words) === null,
  };
}
