import { isStaleSave } from '../../api/api-error.ts';
import type { Draft } from '../draft/draft.ts';
import type { BaseRevision } from '../newsroom-article.ts';

interface TextOfOthersDeps {
  /** Saves a draft as a revision. Throws `ApiError`. */
  readonly save: (draft: Draft, base: BaseRevision) => Promise<BaseRevision>;
}

export interface TextOfOthers {
  /** Call it when the editor has loaded a draft that another person has written and only an autosave contains. */
  add(draft: Draft): void;
  /**
   * Saves what was added. Call it before the editor replaces or deletes the autosave, so that the text stays as a revision.
   * Resolves to the revision on which a save of the editor is based. Throws `ApiError`.
   */
  save(base: BaseRevision): Promise<BaseRevision>;
}

/** Keeps what another person has written, when the user of the editor continues it before it was saved. */
export function createTextOfOthers({ save }: TextOfOthersDeps): TextOfOthers {
  let unsaved: Draft | null = null;
  let saved: BaseRevision | null = null;
  let saving: Promise<BaseRevision> | null = null;

  async function saveDraft(draft: Draft, base: BaseRevision): Promise<BaseRevision> {
    try {
      saved = await save(draft, base);
      return saved;
    } catch (error) {
      // Somebody has saved the article meanwhile, which the save of the editor finds out as well.
      if (!isStaleSave(error)) throw error;
      return base;
    }
  }

  return {
    add(draft) {
      unsaved = draft;
    },
    async save(base) {
      if (unsaved === null) return saved !== null && saved.revision > base.revision ? saved : base;
      saving ??= saveDraft(unsaved, base);
      try {
        const result = await saving;
        unsaved = null;
        return result;
      } finally {
        saving = null;
      }
    },
  };
}
