import { DEFAULT_LIST_VIEW } from '../dashboard/dashboard-location.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { Tabs } from '../components/tabs.tsx';
import { PendingCommentsBadge } from './pending-comments-badge.tsx';
import { ModerationList } from './moderation-list.tsx';
import { STATE_LABELS, stateForView, STATES } from './moderation-labels.ts';

const VIEWS = STATES.map((value) => ({
  value,
  label: STATE_LABELS[value].label,
  ...(value === 'held' ? { Badge: PendingCommentsBadge } : {}),
}));

/** The comments of the whole site, with one sub-tab per state, pending first. */
export function ModerationPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const view = stateForView(navigation.location.view);
  return (
    <Tabs
      label="Comments by state"
      kind="sub"
      entries={VIEWS}
      value={view}
      onChange={(next) =>
        navigation.navigate({
          tab: 'moderation',
          view: next === 'held' ? '' : next,
          list: DEFAULT_LIST_VIEW,
          open: null,
        })
      }
    >
      <div className="panel-stack">
        <ModerationList key={view} state={view} navigation={navigation} />
      </div>
    </Tabs>
  );
}
