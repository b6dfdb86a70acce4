import { WHOLE_LIST } from '../dashboard/place.ts';
import type { PlaceControl } from '../dashboard/use-place.ts';
import { Tabs } from '../parts/tabs.tsx';
import { CommentingSettings } from './commenting-settings.tsx';
import { HeldBadge } from './held-badge.tsx';
import { ModerationList } from './moderation-list.tsx';
import { STATE_WORDS, stateAt, STATES } from './moderation-words.ts';

const SETTINGS = 'settings';
const VIEWS = [
  ...STATES.map((value) => ({
    value,
    label: STATE_WORDS[value].label,
    ...(value === 'held' ? { Badge: HeldBadge } : {}),
  })),
  { value: SETTINGS, label: 'Settings' } as const,
];

/** What readers say everywhere on the site, those that wait for somebody first, and what is taken without asking. */
export function ModerationPanel({ control }: { readonly control: PlaceControl }) {
  const view = control.place.view === SETTINGS ? SETTINGS : stateAt(control.place.view);
  return (
    <Tabs
      label="Comments by state"
      kind="sub"
      entries={VIEWS}
      value={view}
      onChange={(next) =>
        control.go({ tab: 'moderation', view: next === 'held' ? '' : next, list: WHOLE_LIST, open: null })
      }
    >
      <div className="desk">
        {view === SETTINGS ? (
          <CommentingSettings />
        ) : (
          <ModerationList key={view} state={view} control={control} />
        )}
      </div>
    </Tabs>
  );
}
