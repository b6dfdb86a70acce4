import { DEFAULT_LIST_VIEW } from '../dashboard/dashboard-location.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { Tabs } from '../components/tabs.tsx';
import { LoadedSettings } from '../settings/loaded-settings.tsx';
import { CommentingForm } from './commenting-form.tsx';
import { PendingCommentsBadge } from './pending-comments-badge.tsx';
import { ModerationList } from './moderation-list.tsx';
import { STATE_LABELS, stateForView, STATES } from './moderation-labels.ts';

const SETTINGS = 'settings';
const VIEWS = [
  ...STATES.map((value) => ({
    value,
    label: STATE_LABELS[value].label,
    ...(value === 'held' ? { Badge: PendingCommentsBadge } : {}),
  })),
  { value: SETTINGS, label: 'Settings' } as const,
];

/** The comments of the whole site, with one sub-tab per state (pending first) and one for the settings. */
export function ModerationPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const view = navigation.location.view === SETTINGS ? SETTINGS : stateForView(navigation.location.view);
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
        {view === SETTINGS ? (
          <CommentingSettings />
        ) : (
          <ModerationList key={view} state={view} navigation={navigation} />
        )}
      </div>
    </Tabs>
  );
}

/** The settings for comments. */
function CommentingSettings() {
  return (
    <section className="panel" aria-labelledby="commenting-title">
      <div className="list-head">
        <h2 id="commenting-title">Commenting</h2>
      </div>
      <LoadedSettings>{(settings) => <CommentingForm settings={settings} />}</LoadedSettings>
    </section>
  );
}
