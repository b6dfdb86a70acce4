import { useQuery } from '@tanstack/react-query';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { IssuePanel } from './issue-panel.tsx';
import { overviewQuery } from './newsletter-queries.ts';
import { SentList } from './sent-list.tsx';
import { SubscribersPanel } from './subscribers-panel.tsx';
import { DeferredConfirmationsNotice } from './deferred-confirmations-notice.tsx';

const VIEWS = [
  { value: 'issue', label: 'Issue' },
  { value: 'subscribers', label: 'Subscribers' },
  { value: 'sent', label: 'Sent' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** The newsletter: the current issue, the subscribers and the sent issues. */
export function NewsletterPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const view = VIEWS.find(({ value }) => value === navigation.location.view)?.value ?? 'issue';
  return (
    <ViewTabs label="Newsletter" entries={VIEWS} view={view} navigation={navigation}>
      <NewsletterView view={view} navigation={navigation} />
    </ViewTabs>
  );
}

function NewsletterView({
  view,
  navigation,
}: {
  readonly view: View;
  readonly navigation: DashboardNavigation;
}) {
  const overview = useQuery(overviewQuery());
  if (view === 'sent') return <SentList navigation={navigation} />;
  if (overview.data === undefined)
    return overview.isError ? (
      <LoadFailure text="Failed to load the newsletter" onRetry={overview.refetch} />
    ) : (
      <Spinner label="Loading newsletter..." />
    );
  return (
    <>
      <DeferredConfirmationsNotice confirmations={overview.data.confirmations} />
      {view === 'issue' ? (
        <IssuePanel overview={overview.data} />
      ) : (
        <SubscribersPanel overview={overview.data} navigation={navigation} />
      )}
    </>
  );
}
