import { api, parseResponse, type ResponseBody } from '../../api-client.ts';
import type { ArticleInput } from '../draft/draft.ts';
import type { AutosaveState, AutosaveVersion } from './autosave-state.ts';

const { articles } = api.newsroom;
const route = articles[':id'].autosave;

/** Bytes. Browsers allow 64 KiB for all requests that outlive their page; headers count too. */
const KEEPALIVE_LIMIT = 60_000;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Whether the page may be closed before the response. Only small texts can be sent then. */
  readonly isLeaving: boolean;
}

export interface AutosaveInput {
  readonly input: ArticleInput;
  /** The revision from which the text was edited. */
  readonly basedOn: number;
  readonly editorId: string;
}

/** All throw `ApiError`. */
export const autosaveApi = {
  get: (id: string, signal: AbortSignal): Promise<AutosaveState> =>
    parseResponse(route.$get({ param: param(id) }, { init: { signal } })),

  /** Creates the article of an autosave. Two requests with the same key create one article. */
  create: (json: ArticleInput, key: string, options: SendOptions) =>
    parseResponse(articles.$post({ json, header: { 'idempotency-key': key } }, initOf(json, options))),

  /** Fails with 412 if the article or its autosave has changed since; see `currentStateFrom`. */
  put: (
    id: string,
    { input, basedOn, editorId }: AutosaveInput,
    version: AutosaveVersion,
    options: SendOptions,
  ) => {
    const json = { ...input, based_on: basedOn, editor_id: editorId };
    return parseResponse(
      route.$put({ param: param(id), json, header: ifMatch(version) }, initOf(json, options)),
    );
  },

  /** Fails as `put` does. */
  discard: (id: string, version: AutosaveVersion) =>
    parseResponse(route.$delete({ param: param(id), header: ifMatch(version) })),
};

export type AutosaveApi = typeof autosaveApi;
export type CreatedArticle = ResponseBody<Awaited<ReturnType<typeof articles.$post>>>;

const param = (id: string) => ({ id: encodeURIComponent(id) });

const ifMatch = ({ article_revision: revision, version }: AutosaveVersion) => ({
  'if-match': `"${revision}.${version}"`,
});

function initOf(json: object, { signal, isLeaving }: SendOptions): { init: RequestInit } {
  const keepalive = isLeaving && new Blob([JSON.stringify(json)]).size <= KEEPALIVE_LIMIT;
  return { init: { signal, keepalive } };
}
