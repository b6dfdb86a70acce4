import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#ui/format-count.ts';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ExportButton } from '../components/export-button.tsx';
import { Notice } from '../components/notice.tsx';
import { toastFailure } from '../components/toast.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { type AuditFilter, auditQuery, downloadEvents } from './audit-queries.ts';
import { AuditRows } from './audit-rows.tsx';

/** Who did what and when, newest first. */
export function AuditPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const [filter, setFilter] = useState<AuditFilter>({});
  const events = useQuery(auditQuery(filter, navigation.location.list.page));
  const exporting = useMutation({
    mutationFn: () => downloadEvents(filter),
    onError: () => toastFailure('Failed to export the audit log'),
  });
  return (
    <PagedList
      title="Audit log"
      noun="event"
      query={events}
      navigation={navigation}
      count={({ total }) => formatCount(total, 'event')}
      action={<ExportButton isExporting={exporting.isPending} onExport={() => exporting.mutate()} />}
      tools={
        <AuditFilters
          filter={filter}
          people={events.data?.people ?? []}
          onChange={(change) => {
            setFilter(change);
            navigation.changeList({ page: 1 }, { replace: true });
          }}
        />
      }
    >
      {(data) =>
        data.events.length === 0 ? <Notice text="No events found" /> : <AuditRows events={data.events} />
      }
    </PagedList>
  );
}
