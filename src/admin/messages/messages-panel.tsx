import { MESSAGE_STATES } from '#domain/contact/message.ts';
import { WHOLE_LIST } from '../dashboard/place.ts';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { Tabs } from '../parts/tabs.tsx';
import { MessageList } from './message-list.tsx';
import { STATE_WORDS, stateAt } from './message-states.ts';
import { NewBadge } from './new-badge.tsx';

const VIEWS = MESSAGE_STATES.map((value) => ({
  value,
  label: STATE_WORDS[value].label,
  ...(value === 'new' ? { Badge: NewBadge } : {}),
}));

/** What visitors wrote through the contact form, a sub-tab for each state. */
export function MessagesPanel({ control }: { readonly control: PlaceControl }) {
  const state = stateAt(control.place.view);
  return (
    <Tabs
      label="Messages by state"
      kind="sub"
      entries={VIEWS}
      value={state}
      onChange={(view) =>
        control.go({ tab: 'messages', view: view === 'new' ? '' : view, list: WHOLE_LIST, open: null })
      }
    >
      <div className="desk">
        <MessageList key={state} state={state} control={control} />
      </div>
    </Tabs>
  );
}
