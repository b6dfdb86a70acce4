import { useQuery } from '@tanstack/react-query';
import { WHOLE_LIST } from '../dashboard/place.ts';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { IssueDesk } from './issue-desk.tsx';
import { newsletterOverview } from './newsletter-queries.ts';
import { SentList } from './sent-list.tsx';
import { SubscribersDesk } from './subscribers-desk.tsx';
import { WithheldNotice } from './withheld-notice.tsx';

const VIEWS = [
  { value: 'issue', label: 'Issue' },
  { value: 'subscribers', label: 'Subscribers' },
  { value: 'sent', label: 'Sent' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** The issue that is worked on, who gets it, and what was sent. */
export function NewsletterPanel({ control }: { readonly control: PlaceControl }) {
  const view = VIEWS.find(({ value }) => value === control.place.view)?.value ?? 'issue';
  return (
    <Tabs
      label="The newsletter"
      kind="sub"
      entries={VIEWS}
      value={view}
      onChange={(next) =>
        control.go({ tab: 'newsletter', view: next === 'issue' ? '' : next, list: WHOLE_LIST, open: null })
      }
    >
      <div className="desk">
        <Shown view={view} control={control} />
      </div>
    </Tabs>
  );
}

function Shown({ view, control }: { readonly view: View; readonly control: PlaceControl }) {
  const overview = useQuery(newsletterOverview());
  if (view === 'sent') return <SentList control={control} />;
  if (overview.data === undefined)
    return overview.isError ? (
      <LoadFailure text="Failed to load the newsletter" onRetry={overview.refetch} />
    ) : (
      <Spinner label="Loading newsletter..." />
    );
  return (
    <>
      <WithheldNotice confirmations={overview.data.confirmations} />
      {view === 'issue' ? (
        <IssueDesk overview={overview.data} />
      ) : (
        <SubscribersDesk overview={overview.data} control={control} />
      )}
    </>
  );
}
