import { type ClientResponse, hc } from 'hono/client';
import type { Api } from '#api/api.server.ts';
import { apiFetch } from './api/api-fetch.ts';
import { authenticatedFetch } from './api/authenticated-fetch.ts';

/** The API client that sends the access token of the session. Throws `ApiError` for error responses. */
export const api = hc<Api>('/api', { fetch: authenticatedFetch });

/** The API client without a session, for sign-in and emailed links. Throws `ApiError` for error responses. */
export const anonymousApi = hc<Api>('/api', { fetch: apiFetch });

type AnyResponse = ClientResponse<unknown, number>;
type BodyOf<Answer> = Answer extends ClientResponse<infer Body, number, 'json'> ? Body : undefined;
/** The type of the body of successful responses. Error responses are thrown. */
export type ResponseBody<Answer> = BodyOf<Extract<Answer, { readonly ok: true }>>;

/** Resolves to the parsed body of a successful response; undefined for 204. */
export async function parseResponse<Answer extends AnyResponse>(
  pending: Promise<Answer>,
): Promise<ResponseBody<Answer>> {
  const response = await pending;
  const body = response.status === 204 ? undefined : await response.json();
  return body as ResponseBody<Answer>;
}
