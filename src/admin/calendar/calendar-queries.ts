import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const read = api.newsroom.calendar.$get;

export type CalendarMonth = ResponseBody<Awaited<ReturnType<typeof read>>>;
export type CalendarEntry = CalendarMonth['entries'][number];

/** @param month like `2026-11`; null for the present one */
export function calendarQuery(month: string | null) {
  return queryOptions({
    queryKey: ['newsroom', 'calendar', month],
    queryFn: ({ signal }) =>
      parseResponse(read({ query: month === null ? {} : { month } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}
