import type { ReactNode } from 'react';
import { type TabEntry, Tabs } from '../components/tabs.tsx';
import { DEFAULT_LIST_VIEW } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface ViewTabsProps<View extends string> {
  /** The accessible name of the tab list. */
  readonly label: string;
  readonly entries: readonly TabEntry<View>[];
  readonly view: View;
  /** Default: the first one. */
  readonly defaultView?: View;
  readonly navigation: DashboardNavigation;
  readonly children: ReactNode;
}

/** The sub-tabs of a panel. The URL contains the selected view, except the default one. */
export function ViewTabs<View extends string>(props: ViewTabsProps<View>) {
  const { label, entries, view, navigation, children } = props;
  const { defaultView = entries[0]?.value } = props;
  return (
    <Tabs
      label={label}
      kind="sub"
      entries={entries}
      value={view}
      onChange={(next) =>
        navigation.navigate({
          view: next === defaultView ? '' : next,
          list: DEFAULT_LIST_VIEW,
          open: null,
        })
      }
    >
      {/* The key ends the forms of one view before those of the next begin. */}
      <div key={view} className="panel-stack">
        {children}
      </div>
    </Tabs>
  );
}
