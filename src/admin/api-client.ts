import { type ClientResponse, hc } from 'hono/client';
import type { Api } from '#api/api.server.ts';
import { openFetch } from './api/open-fetch.ts';
import { sessionFetch } from './api/session-fetch.ts';

/** The API in the name of whoever is signed in. Whatever is not a good answer is thrown as `ApiError`. */
export const api = hc<Api>('/api', { fetch: sessionFetch });

/** The API in nobody's name: signing in, mailed links. */
export const openApi = hc<Api>('/api', { fetch: openFetch });

type AnyResponse = ClientResponse<unknown, number>;
type BodyOf<Answer> = Answer extends ClientResponse<infer Body, number, 'json'> ? Body : undefined;
/** What is left of the possible answers when those that are thrown are taken out. */
export type AnswerOf<Answer> = BodyOf<Extract<Answer, { readonly ok: true }>>;

/** The body of a good answer; undefined for one that has none (204). */
export async function answerOf<Answer extends AnyResponse>(
  pending: Promise<Answer>,
): Promise<AnswerOf<Answer>> {
  const response = await pending;
  const body = response.status === 204 ? undefined : await response.json();
  return body as AnswerOf<Answer>;
}
