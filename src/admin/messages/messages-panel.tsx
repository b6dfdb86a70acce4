import { MESSAGE_STATES } from '#domain/contact/message.ts';
import { stateViews } from '../dashboard/state-views.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
import { MessageList } from './message-list.tsx';
import { STATE_LABELS, stateForView } from './message-state-labels.ts';
import { NewMessagesBadge } from './new-messages-badge.tsx';

const VIEWS = stateViews(MESSAGE_STATES, STATE_LABELS, { new: NewMessagesBadge });

/** The messages from the contact form, with one sub-tab per state. */
export function MessagesPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const state = stateForView(navigation.location.view);
  return (
    <ViewTabs label="Messages by state" entries={VIEWS} view={state} navigation={navigation}>
      <MessageList state={state} navigation={navigation} />
    </ViewTabs>
  );
}
