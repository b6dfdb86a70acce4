import { stateViews } from '../dashboard/state-views.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
import { PendingCommentsBadge } from './pending-comments-badge.tsx';
import { ModerationList } from './moderation-list.tsx';
import { STATE_LABELS, stateForView, STATES } from './moderation-labels.ts';

const VIEWS = stateViews(STATES, STATE_LABELS, { held: PendingCommentsBadge });

/** The comments of the whole site, with one sub-tab per state, pending first. */
export function ModerationPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const view = stateForView(navigation.location.view);
  return (
    <ViewTabs label="Comments by state" entries={VIEWS} view={view} navigation={navigation}>
      <ModerationList state={view} navigation={navigation} />
    </ViewTabs>
  );
}
