import { MESSAGE_STATES } from '#domain/contact/message.ts';
import { DEFAULT_LIST_VIEW } from '../dashboard/dashboard-location.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { Tabs } from '../components/tabs.tsx';
import { MessageList } from './message-list.tsx';
import { STATE_LABELS, stateForView } from './message-state-labels.ts';
import { NewMessagesBadge } from './new-messages-badge.tsx';

const VIEWS = MESSAGE_STATES.map((value) => ({
  value,
  label: STATE_LABELS[value].label,
  ...(value === 'new' ? { Badge: NewMessagesBadge } : {}),
}));

/** The messages from the contact form, with one sub-tab per state. */
export function MessagesPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const state = stateForView(navigation.location.view);
  return (
    <Tabs
      label="Messages by state"
      kind="sub"
      entries={VIEWS}
      value={state}
      onChange={(view) =>
        navigation.navigate({
          tab: 'messages',
          view: view === 'new' ? '' : view,
          list: DEFAULT_LIST_VIEW,
          open: null,
        })
      }
    >
      <div className="panel-stack">
        <MessageList key={state} state={state} navigation={navigation} />
      </div>
    </Tabs>
  );
}
