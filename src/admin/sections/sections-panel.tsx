import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { SectionList } from './section-list.tsx';
import { SectionScreen } from './section-screen.tsx';

/** The value of `view` for the form of a new section. */
const NEW = 'new';

/** The list of sections, or the form of one. */
export function SectionsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { open, view } = navigation.location;
  if (open === null && view !== NEW)
    return (
      <SectionList
        onCreate={() => navigation.navigate({ view: NEW })}
        onOpen={(id) => navigation.navigate({ open: id })}
      />
    );
  return (
    <SectionScreen
      key={open ?? NEW}
      id={open}
      onCreated={({ id }) => navigation.navigate({ view: '', open: id }, { replace: true })}
      onBack={() => navigation.navigate({ view: '', open: null })}
    />
  );
}
