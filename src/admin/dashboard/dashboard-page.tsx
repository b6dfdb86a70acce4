import { usePageTitle } from '../components/page-title.ts';
import { Tabs } from '../components/tabs.tsx';
import { DashboardBar } from './dashboard-bar.tsx';
import { PANELS } from './panels.ts';
import { DEFAULT_LIST_VIEW } from './dashboard-location.ts';
import { useDashboardLocation } from './use-dashboard-location.ts';

/** The admin dashboard with one tab per panel. */
export function DashboardPage() {
  const navigation = useDashboardLocation();
  const panel = PANELS.find(({ value }) => value === navigation.location.tab) ?? PANELS[0];
  usePageTitle('Admin');
  return (
    <>
      <DashboardBar />
      <main className="container dashboard">
        <h1 className="visually-hidden">Admin dashboard</h1>
        <Tabs
          label="Dashboard"
          kind="top"
          entries={PANELS}
          value={panel.value}
          onChange={(tab) =>
            navigation.navigate({ tab, category: null, list: DEFAULT_LIST_VIEW, view: '', open: null })
          }
        >
          <panel.Panel navigation={navigation} />
        </Tabs>
      </main>
    </>
  );
}
