import { DEFAULT_LIST_VIEW } from '../dashboard/dashboard-location.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { Tabs } from '../components/tabs.tsx';
import { usePermissions } from '../session/access.ts';
import { LoadedSettings } from '../settings/loaded-settings.tsx';
import { CommentingForm } from './commenting-form.tsx';
import { PendingCommentsBadge } from './pending-comments-badge.tsx';
import { ModerationList } from './moderation-list.tsx';
import { STATE_LABELS, stateForView, STATES } from './moderation-labels.ts';

const SETTINGS = 'settings';
const STATE_VIEWS = STATES.map((value) => ({
  value,
  label: STATE_LABELS[value].label,
  ...(value === 'held' ? { Badge: PendingCommentsBadge } : {}),
}));
const SETTINGS_VIEW = { value: SETTINGS, label: 'Settings' } as const;

/** The comments of the whole site, with one sub-tab per state (pending first) and one for the settings. */
export function ModerationPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const hasSettings = usePermissions()('settings.edit');
  const view =
    hasSettings && navigation.location.view === SETTINGS ? SETTINGS : stateForView(navigation.location.view);
  return (
    <Tabs
      label="Comments by state"
      kind="sub"
      entries={hasSettings ? [...STATE_VIEWS, SETTINGS_VIEW] : STATE_VIEWS}
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
