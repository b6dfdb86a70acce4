import { queryOptions } from '@tanstack/react-query';
import type { StatisticsFile } from '#domain/statistics/export.server.ts';
import type { StatisticsPeriod } from '#domain/statistics/period.ts';
import { downloadFile } from '../api/download-file.ts';
import { api, parseResponse, type ResponseBody } from '../api-client.ts';

const read = api.newsroom.statistics.$get;

export type Statistics = ResponseBody<Awaited<ReturnType<typeof read>>>;

export function statisticsQuery(period: StatisticsPeriod) {
  return queryOptions({
    queryKey: ['newsroom', 'statistics', period],
    queryFn: ({ signal }) => parseResponse(read({ query: { period } }, { init: { signal } })),
  });
}

/** The typed API client supports only JSON, so the file is fetched directly. */
export async function downloadStatistics(file: StatisticsFile, period: StatisticsPeriod): Promise<void> {
  await downloadFile(`/api/newsroom/statistics/${file}.csv?period=${period}`, `${file}-${period}.csv`);
}
