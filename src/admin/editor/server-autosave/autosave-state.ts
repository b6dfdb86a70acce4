import { z } from 'zod';
import { storedArticleFields } from '#domain/articles/article-fields.ts';
import { toSnakeKeys } from '#platform/key-case.ts';
import { isStaleSave } from '../../api/api-error.ts';

const storedAutosave = z.object({
  ...toSnakeKeys(storedArticleFields.shape),
  based_on: z.number(),
  editor_id: z.string(),
  word_count: z.number(),
  saved_at: z.string(),
  saved_by_name: z.string().nullable(),
  is_own: z.boolean(),
});

const autosaveState = z.object({
  article_revision: z.number(),
  version: z.number(),
  autosave: storedAutosave.nullable(),
});

/** The unsaved text that the server has for an article. */
export type StoredAutosave = z.infer<typeof storedAutosave>;
/** The autosave of an article, and what the next one is based on. */
export type AutosaveState = z.infer<typeof autosaveState>;
/** What an autosave is based on: the revision of the article, and the number of the autosave that it replaces. */
export type AutosaveVersion = Pick<AutosaveState, 'article_revision' | 'version'>;

/** The autosave whose text the editor contains: every one with its own id, and the one with this number. */
export interface ContainedAutosave {
  readonly editorId: string;
  /** 0 for none. */
  readonly version: number;
}

/** What the server has instead of what a refused request is based on; null for another error. */
export function currentStateFrom(error: unknown): AutosaveState | null {
  if (!isStaleSave(error)) return null;
  return autosaveState.safeParse(error.problem['current']).data ?? null;
}
