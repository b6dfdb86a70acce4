import { OUTLINE_KINDS } from '#domain/pages/outline-kinds.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { OutlineChoice } from './outline-choice.tsx';
import { AboutScreen } from './about/about-screen.tsx';
import { PageList } from './page-list.tsx';
import { PageScreen } from './page-screen.tsx';

/** The value of `view` for the choice of an outline. */
const NEW = 'new';
/** The values of `view` for the form of a new page: this and the outline, or `EMPTY`. */
const NEW_PREFIX = 'new-';
const EMPTY = 'empty';
/** The value of `view` for the About page, which is no own page. */
const ABOUT = 'about';

/** The list of pages, the choice of an outline for a new one, or the form of a page. */
export function PagesPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { open, view } = navigation.location;
  const toList = () => navigation.navigate({ view: '', open: null });
  if (open === null && view === ABOUT) return <AboutScreen onBack={toList} />;
  if (open === null && view === NEW)
    return (
      <OutlineChoice
        onChoose={(kind) => navigation.navigate({ view: NEW_PREFIX + (kind ?? EMPTY) })}
        onBack={toList}
      />
    );
  if (open === null && !view.startsWith(NEW_PREFIX))
    return (
      <PageList
        navigation={navigation}
        onCreate={() => navigation.navigate({ view: NEW })}
        onOpen={(id) => navigation.navigate({ open: id })}
        onOpenAbout={() => navigation.navigate({ view: ABOUT })}
      />
    );
  return (
    <PageScreen
      key={open ?? view}
      id={open}
      kind={OUTLINE_KINDS.find((kind) => view === NEW_PREFIX + kind) ?? null}
      onCreated={({ id }) => navigation.navigate({ view: '', open: id }, { replace: true })}
      onBack={toList}
    />
  );
}
