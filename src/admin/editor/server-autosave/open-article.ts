import { articlesApi } from '../articles-api.ts';
import { createOpenEditors } from '../autosave/open-editors.ts';
import { autosaveApi } from './autosave-api.ts';
import type { AutosaveState } from './autosave-state.ts';
import type { OpenedArticle } from './choose-draft.ts';

/** Loads an article with its autosave. Throws `ApiError`. */
export async function openArticle(id: string, signal: AbortSignal): Promise<OpenedArticle> {
  const article = await articlesApi.get(id, signal);
  const none: AutosaveState = { article_revision: article.revision, version: 0, autosave: null };
  const [autosave, openEditors] = await Promise.all([
    // An article in the trash cannot be edited, so it has no autosave to load.
    article.state === 'in_trash' ? none : autosaveApi.get(id, signal),
    createOpenEditors('locks' in navigator ? navigator.locks : undefined).list(),
  ]);
  return { article, autosave, openEditors };
}
