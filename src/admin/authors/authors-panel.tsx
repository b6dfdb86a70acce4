import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
import { AuthorList } from './author-list.tsx';
import { AuthorScreen } from './author-screen.tsx';
import { FreeBylineList } from './free-byline-list.tsx';

/** The value of `view` for the form of a new author. */
const NEW = 'new';

const VIEWS = [
  { value: 'profiles', label: 'Profiles' },
  { value: 'names', label: 'Names without a profile' },
] as const;

/** The list of authors, the list of names without a profile, or the form of one author. */
export function AuthorsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { open, view } = navigation.location;
  if (open !== null || view === NEW)
    return (
      <AuthorScreen
        key={open ?? NEW}
        id={open}
        onCreated={({ id }) => navigation.navigate({ view: '', open: id }, { replace: true })}
        onBack={() => navigation.navigate({ view: '', open: null })}
      />
    );
  const shown = VIEWS.find(({ value }) => value === view)?.value ?? 'profiles';
  return (
    <ViewTabs label="Authors" entries={VIEWS} view={shown} navigation={navigation}>
      {shown === 'names' ? (
        <FreeBylineList navigation={navigation} />
      ) : (
        <AuthorList
          navigation={navigation}
          onCreate={() => navigation.navigate({ view: NEW })}
          onOpen={(id) => navigation.navigate({ open: id })}
        />
      )}
    </ViewTabs>
  );
}
