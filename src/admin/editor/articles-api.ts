import type { ScheduledAction } from '#domain/articles/schedule/schedule.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';
import type { ArticleInput } from './draft/draft.ts';
import type { ContainedAutosave } from './server-autosave/autosave-state.ts';

const { articles } = api.newsroom;
const article = articles[':id'];
const revision = article.revisions[':revision'];

export type RevisionList = ResponseBody<Awaited<ReturnType<typeof article.revisions.$get>>>;
export type ArticleNote = ResponseBody<Awaited<ReturnType<typeof article.notes.$get>>>['notes'][number];
export type RevisionSummary = RevisionList['revisions'][number];

/** API calls of the editor. All throw `ApiError`. */
export const articlesApi = {
  get: (id: string, signal: AbortSignal) =>
    parseResponse(article.$get({ param: param(id) }, { init: { signal } })),

  /** Two requests with the same idempotency key create one article. */
  create: (json: ArticleInput, key: string) =>
    parseResponse(articles.$post({ json, header: { 'idempotency-key': key } })),

  /**
   * Fails with 412 and the newer version in `problem.current` if `current` is not the latest revision. Deletes the autosave
   * that it contains.
   */
  update: (id: string, json: ArticleInput, current: number, contained: ContainedAutosave) =>
    parseResponse(article.$put({ param: param(id), json, header: saveHeaders(current, contained) })),

  /** Saves changes of a published article that readers do not see yet. Fails as `update` does. */
  saveForLater: (id: string, json: ArticleInput, current: number, contained: ContainedAutosave) =>
    parseResponse(
      article['pending-changes'].$put({ param: param(id), json, header: saveHeaders(current, contained) }),
    ),

  /** Readers keep seeing the live text, which becomes the newest revision. */
  discardChanges: (id: string, current: number) =>
    parseResponse(article['pending-changes'].$delete({ param: param(id), header: ifMatch(current) })),

  correctPublishDate: (id: string, date: Date, current: number) =>
    parseResponse(
      article['publish-date'].$put({
        param: param(id),
        json: { publish_date: date.toISOString() },
        header: ifMatch(current),
      }),
    ),

  submit: (id: string, current: number) =>
    parseResponse(article.submission.$put({ param: param(id), header: ifMatch(current) })),

  withdraw: (id: string, current: number) =>
    parseResponse(article.submission.$delete({ param: param(id), header: ifMatch(current) })),

  /** Ends the review with a note. */
  giveBack: (id: string, text: string, current: number) =>
    parseResponse(article.returns.$post({ param: param(id), json: { text }, header: ifMatch(current) })),

  schedule: (id: string, action: ScheduledAction, at: Date, current: number) =>
    parseResponse(
      article.schedule.$put({
        param: param(id),
        json: { action, at: at.toISOString() },
        header: ifMatch(current),
      }),
    ),

  cancelSchedule: (id: string) => parseResponse(article.schedule.$delete({ param: param(id) })),

  listNotes: (id: string, signal: AbortSignal) =>
    parseResponse(article.notes.$get({ param: param(id) }, { init: { signal } })),

  /** Returns all notes. */
  addNote: (id: string, text: string) =>
    parseResponse(article.notes.$post({ param: param(id), json: { text } })),

  listRevisions: (id: string, page: number, signal: AbortSignal) =>
    parseResponse(
      article.revisions.$get({ param: param(id), query: { page: String(page) } }, { init: { signal } }),
    ),

  getRevision: (id: string, number: number, signal: AbortSignal) =>
    parseResponse(revision.$get({ param: param(id, number) }, { init: { signal } })),

  /** Saves an old revision as the newest one. `current` is the expected latest revision. */
  restoreRevision: (id: string, number: number, current: number) =>
    parseResponse(revision.restoration.$post({ param: param(id, number), header: ifMatch(current) })),
};

/** Path parameters. The id comes from the address bar, and the client inserts parameters without encoding them. */
const param = (id: string, number = 0) => ({ id: encodeURIComponent(id), revision: String(number) });

const ifMatch = (revisionNumber: number) => ({ 'if-match': `"${revisionNumber}"` });

const saveHeaders = (current: number, { editorId, version }: ContainedAutosave) => ({
  ...ifMatch(current),
  'editor-id': editorId,
  ...(version > 0 && { 'autosave-version': String(version) }),
});
