import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditAction } from '#domain/accounts/audit/audit-event.ts';
import { downloadFile } from '../api/download-file.ts';
import { parseResponse, type ResponseBody, api } from '../api-client.ts';

const list = api.newsroom.audit.events.$get;

export type AuditPage = ResponseBody<Awaited<ReturnType<typeof list>>>;
export type AuditEvent = AuditPage['events'][number];

export interface AuditFilter {
  /** The ID of a person. */
  readonly actor?: string;
  readonly action?: AuditAction;
  /** Days such as `2026-05-20`. */
  readonly from?: string;
  readonly to?: string;
}

export function auditQuery(filter: AuditFilter, page: number) {
  return queryOptions({
    queryKey: ['newsroom', 'audit', filter, page],
    queryFn: ({ signal }) =>
      parseResponse(list({ query: { ...filter, page: String(page) } }, { init: { signal } })),
    placeholderData: keepPreviousData,
  });
}

/** The typed API client supports only JSON, so the file is fetched directly. */
export async function downloadEvents(filter: AuditFilter): Promise<void> {
  const query = new URLSearchParams(Object.entries(filter));
  await downloadFile(`/api/newsroom/audit/events.csv?${query.toString()}`, 'audit.csv');
}
