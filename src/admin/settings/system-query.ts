import { queryOptions } from '@tanstack/react-query';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const read = api.newsroom.system.$get;

/** The installation, with the checklist before the publication goes live. */
export type System = ResponseBody<Awaited<ReturnType<typeof read>>>;
type Check = System['checklist'][number];

export function systemQuery() {
  return queryOptions({
    queryKey: ['newsroom', 'system'],
    queryFn: ({ signal }) => parseResponse(read({}, { init: { signal } })),
  });
}

/** What is still to be done, without what is only offered. */
export const openChecks = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ is_done: isDone, is_optional: isOptional }) => !isDone && !isOptional);

/** What could be done as well. */
export const openOffers = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ is_done: isDone, is_optional: isOptional }) => !isDone && isOptional);
