import { PageHeading } from '../components/page-heading.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { ForbiddenNotice } from '../components/forbidden-notice.tsx';
import { Tabs } from '../components/tabs.tsx';
import { usePermissions } from '../session/access.ts';
import { NewsroomBar } from '../shell/newsroom-bar.tsx';
import { LossGuard } from '../unsaved/loss-guard.tsx';
import { GoLiveNotice } from './go-live-notice.tsx';
import { PANELS } from './panels.ts';
import { DEFAULT_LIST_VIEW } from './dashboard-location.ts';
import { useDashboardLocation } from './use-dashboard-location.ts';

/** The dashboard with one tab per panel that the role of the user includes. */
export function DashboardPage() {
  const navigation = useDashboardLocation();
  const can = usePermissions();
  const panel = PANELS.find(({ value }) => value === navigation.location.tab) ?? PANELS[0];
  usePageTitle('Admin');
  return (
    <>
      <NewsroomBar />
      <LossGuard />
      <main className="container dashboard">
        <PageHeading className="visually-hidden">Admin dashboard</PageHeading>
        {can('settings.edit') && <GoLiveNotice />}
        <Tabs
          label="Dashboard"
          kind="top"
          entries={PANELS.filter(({ action }) => can(action))}
          value={panel.value}
          onChange={(tab) => {
            navigation.navigate({ tab, category: null, list: DEFAULT_LIST_VIEW, view: '', open: null });
            // The tabs stay visible beside a long panel. Back and Forward restore the position.
            scrollTo({ top: 0, behavior: 'instant' });
          }}
        >
          {can(panel.action) ? <panel.Panel navigation={navigation} /> : <ForbiddenNotice />}
        </Tabs>
      </main>
    </>
  );
}
