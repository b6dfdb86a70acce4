import { queryOptions } from '@tanstack/react-query';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

/** The routes of the own passkeys. */
export const passkeysApi = api.account.passkeys;

export type Passkey = ResponseBody<Awaited<ReturnType<typeof passkeysApi.$get>>>['passkeys'][number];

export const PASSKEYS_KEY = ['account', 'passkeys'];

export function passkeysQuery() {
  return queryOptions({
    queryKey: PASSKEYS_KEY,
    queryFn: async ({ signal }) => (await parseResponse(passkeysApi.$get({}, { init: { signal } }))).passkeys,
  });
}
