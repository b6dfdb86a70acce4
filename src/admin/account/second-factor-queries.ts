import { queryOptions } from '@tanstack/react-query';
import { parseResponse, api } from '../api-client.ts';

/** The routes of the own second factor. */
export const secondFactorApi = api.account['second-factor'];

export const SECOND_FACTOR_KEY = ['account', 'second-factor'];

export function secondFactorQuery() {
  return queryOptions({
    queryKey: SECOND_FACTOR_KEY,
    queryFn: ({ signal }) => parseResponse(secondFactorApi.$get({}, { init: { signal } })),
  });
}
