import { usePageTitle } from '../parts/page-title.ts';
import { Tabs } from '../parts/tabs.tsx';
import { DashboardBar } from './dashboard-bar.tsx';
import { PANELS } from './panels.ts';
import { WHOLE_LIST } from './place.ts';
import { usePlace } from './use-place.ts';

/** What there is to look after, a tab for each kind. */
export function DashboardPage() {
  const control = usePlace();
  const panel = PANELS.find(({ value }) => value === control.place.tab) ?? PANELS[0];
  usePageTitle('Admin');
  return (
    <>
      <DashboardBar />
      <main className="container dashboard">
        <h1 className="hidden-visually">Admin dashboard</h1>
        <Tabs
          label="Parts of the publication"
          kind="top"
          entries={PANELS}
          value={panel.value}
          onChange={(tab) => control.go({ tab, category: null, list: WHOLE_LIST, view: '', open: null })}
        >
          <panel.Panel control={control} />
        </Tabs>
      </main>
    </>
  );
}
