import { api, parseResponse, type ResponseBody } from '../../api-client.ts';

const route = api.newsroom.articles[':id'].presence;

export type PresentEditor = ResponseBody<Awaited<ReturnType<typeof route.$put>>>['others'][number];

/** Both throw `ApiError`. */
export const presenceApi = {
  /** Tells the server that the article is open, and returns who else has it open. */
  enter: async (id: string, signal: AbortSignal): Promise<readonly PresentEditor[]> =>
    (await parseResponse(route.$put({ param: param(id) }, { init: { signal } }))).others,
  leave: (id: string) => parseResponse(route.$delete({ param: param(id) }, { init: { keepalive: true } })),
};

const param = (id: string) => ({ id: encodeURIComponent(id) });
