import { MESSAGE_STATES } from '#domain/contact/message.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
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
    <ViewTabs label="Messages by state" entries={VIEWS} view={state} navigation={navigation}>
      <MessageList state={state} navigation={navigation} />
    </ViewTabs>
  );
}
